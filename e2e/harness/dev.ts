import { resolve } from 'node:path'
import { createServer } from 'vite'
import type { Server } from './server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The application in development mode, as `npm run dev` serves it, before a server of a test. */
export class Dev {
  readonly url: string
  readonly close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.close = close
  }

  static async open(server: Server, port: number): Promise<Dev> {
    // A build has left its own word here, and React would be the one that mounts once.
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
        watch: null, // The page's own address stays in Host: the server takes no writes of another site's page.
        proxy: { '/api': { target: server.url, changeOrigin: false } },
      },
    })
    await vite.listen()
    return new Dev(`http://localhost:${port}`, () => vite.close())
  }
}
