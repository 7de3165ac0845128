import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { shellHead } from '#contract/shellHead.ts'
import { createDocuments } from '#server/http/documents.ts'
import type { BuildFile } from '#server/http/files.ts'
import { shellOf } from '../harness/shellFiles.ts'

const shellFile = (html: string): BuildFile => ({
  body: Buffer.from(html),
  br: null,
  gzip: null,
  etag: `"${html.length}"`,
  type: 'text/html; charset=utf-8',
})
const long = 'Deokcheon 덕천 '.repeat(2000)
const shell = shellFile(shellOf('app', `ko ${long}`).replace('<head>', '<head><meta name="한국어">'))

test('a shell without title and description is an error', () => {
  expect(() => createDocuments()('/shells/en/app.html', shellFile('<html>'), '')).toThrow('/shells/en/app.html')
})

test('the head of a page replaces title and description of the shell, in every coding', async () => {
  const document = createDocuments()('/shells/ko/app.html', shell, shellHead('다대포', '노을'))
  const html = document.html.toString()
  expect(html).toBe(shell.body.toString().replace(shellHead('', 'of the build'), shellHead('다대포', '노을')))
  expect(brotliDecompressSync(await document.packed('br')).toString()).toBe(html)
  expect(gunzipSync(await document.packed('gzip')).toString()).toBe(html)
})

test('another head or another shell is another document with another ETag', () => {
  const documentOf = createDocuments()
  const document = documentOf('/a', shell, shellHead('A', ''))
  expect(documentOf('/a', shell, shellHead('A', ''))).toBe(document)
  const etags = [
    document.etag,
    documentOf('/a', shell, shellHead('B', '')).etag,
    documentOf('/b', shellFile(shellOf('app', 'en')), shellHead('A', '')).etag,
  ]
  expect(new Set(etags).size).toBe(3)
})

test('from the second request on a document is compressed as well as the files of the build', async () => {
  const document = createDocuments()('/a', shell, shellHead('A', ''))
  const quick = (await document.packed('br')).length
  expect((await document.packed('br')).length).toBe(quick)
  await expect.poll(async () => (await document.packed('br')).length).toBeLessThan(quick)
})

test('the least recently used documents go when the limit is reached', () => {
  const weight = createDocuments()('/a', shell, shellHead('A', '')).weight
  const documentOf = createDocuments(weight * 2.5)
  const [a, b] = ['A', 'B'].map((title) => documentOf('/a', shell, shellHead(title, '')))
  expect(documentOf('/a', shell, shellHead('A', ''))).toBe(a)
  documentOf('/a', shell, shellHead('C', ''))
  expect(documentOf('/a', shell, shellHead('A', ''))).toBe(a)
  expect(documentOf('/a', shell, shellHead('B', ''))).not.toBe(b)
})
