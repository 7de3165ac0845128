import { resolve } from 'node:path'
import { createServer } from 'vite'
import type { Server } from './server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The application in development mode, as `npm run dev` serves it, in front of a test's server. */
export class Dev {
  readonly url: string
  readonly close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.close = close
  }

  static async open(server: Server, port: number): Promise<Dev> {
    // A build sets NODE_ENV to production; React's Strict Mode then would not mount twice.
    process.env.NODE_ENV = 'development'
    const vite = await createServer({
      root: ROOT,
      mode: 'development',
      logLevel: 'error',
      cacheDir: '.build/vite',
      server: {
        port,
        strictPort: true,
        hmr: false,
        watch: null, // Keep the page's origin in Host: the server rejects cross-site writes.
        proxy: { '/api': { target: server.url, changeOrigin: false } },
      },
    })
    await vite.listen()
    return new Dev(`http://localhost:${port}`, () => vite.close())
  }
}
