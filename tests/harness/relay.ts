import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Starts a TCP relay to PostgreSQL that can go silent: it forwards nothing, and closes no connection. */
export const openRelay = async () => {
  const sockets = new Set<Socket>()
  let silent = false
  let target = { host: '', port: 0 }
  const hold = (socket: Socket): void => {
    if (silent) socket.pause()
    else socket.resume()
  }
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('error', () => undefined)
      hold(from)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Returns the URL of the same database through this relay. */
    relayUrl: (url: string): string => {
      const address = new URL(url)
      target = { host: address.hostname, port: Number(address.port) }
      address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return address.href
    },
    silence: (on: boolean): void => {
      silent = on
      for (const socket of sockets) hold(socket)
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
