import { createHash } from 'node:crypto'
import { build } from 'vite'
import { ROOT } from './paths.ts'

/** Bundles a script for a shell, with all that it imports; resolves to its code. */
export const bundleInline = async (file: string): Promise<string> => {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      copyPublicDir: false,
      rolldownOptions: { input: `${ROOT}${file}`, output: { format: 'iife' } },
    },
  })
  const [output] = (Array.isArray(result) ? result : [result]) as { output: { code?: string }[] }[]
  const code = output?.output[0]?.code
  if (code === undefined) throw new Error(`${file} was not bundled`)
  if (code.includes('</script')) throw new Error(`${file} would end its own element`)
  return code.trim()
}

/** Returns the source expression by which a content security policy allows an inline script or style. */
export const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
