/** A browser at a sandbox provider: follows redirects, stores cookies, and submits the forms that it gets. */

const FIELD = /<input[^>]*name="?([\w.-]+)"?[^>]*>/g
const VALUE = /value="([^"]*)"/
const ACTION = /<form[^>]*action="?([^"\s>]+)"?/
const plain = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&')

/** Signs in as `email` on the provider's pages, from `start` on, and returns the URL that leads back to us. */
export const passThrough = async (start: string, email: string): Promise<URL> => {
  const { origin } = new URL(start)
  const jar = new Map<string, string>()
  let at = new URL(start)
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step += 1) {
    const response: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    form = null
    if (location !== null) {
      at = new URL(location, at)
      if (at.origin !== origin) return at
      continue
    }
    const html = await response.text()
    const action = ACTION.exec(html)?.[1]
    if (response.status !== 200 || action === undefined) throw new Error(`${at.pathname}: ${response.status} ${html}`)
    const fields = new URLSearchParams()
    for (const [input, name = ''] of html.matchAll(FIELD)) fields.set(name, plain(VALUE.exec(input)?.[1] ?? ''))
    if (fields.has('login')) fields.set('login', email)
    if (fields.has('password')) fields.set('password', 'any')
    at = new URL(plain(action), at)
    if (/<form[^>]*method="?post/i.test(html)) form = fields
    else at.search = fields.toString()
  }
  throw new Error(`The provider leads nowhere: ${at.href}`)
}
