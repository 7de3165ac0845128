import { brotliCompressSync } from 'node:zlib'

const page = (
  size: number,
  path: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Pass</title><meta name="description" content="A pass">
<link rel="manifest" href="/app.webmanifest"><style>*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f3f7f6;color:#0c2233}header{background:#0a5bb5;color:#fff;padding:16px}h1{font-size:20px;margin:0}main{padding:16px;max-width:480px;margin:auto}article{background:#fff;border-radius:16px;padding:24px;text-align:center}svg{width:260px;height:260px}</style></head>
<body><header><h1>A pass for 24 hours</h1></header><main><article><svg data-qr role="img" aria-label="QR code" viewBox="-4 -4 ${size + 8} ${size + 8}" shape-rendering="crispEdges"><path d="${path}"/></svg><p>Valid until 18 March 2026, 18:00</p></article></main>
<script>navigator.serviceWorker&&navigator.serviceWorker.register("/sw.js")</script></body></html>`

const worker = `const C="floor",F=["/","/app.webmanifest"];
self.addEventListener("install",e=>e.waitUntil(caches.open(C).then(c=>c.addAll(F)).then(()=>self.skipWaiting())));
self.addEventListener("activate",e=>e.waitUntil(self.clients.claim()));
self.addEventListener("fetch",e=>{const r=e.request;if(r.method==="GET")e.respondWith(caches.match(r.mode==="navigate"?"/":r).then(h=>h||fetch(r)))});`

const manifest = JSON.stringify({ name: 'Pass', start_url: '/', display: 'standalone' })

/** Returns the files of the floor by address; `code` is drawn into its page (performance 1.3). */
export const floorPage = ({
  path,
  size,
}: {
  path: string
  size: number
}): Record<string, { type: string; body: Buffer }> => {
  const file = (type: string, text: string) => ({ type, body: brotliCompressSync(text) })
  return {
    '/': file('html', page(size, path)),
    '/sw.js': file('js', worker),
    '/app.webmanifest': file('webmanifest', manifest),
  }
}
