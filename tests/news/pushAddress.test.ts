import { describe, expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from '#server/outside/push/publicAddress.ts'
import { createPush } from '#server/outside/push/webPush.ts'
import { openApp } from '../harness/app.ts'
import { openPushService } from './pushService.ts'

describe('addresses that pushes may be sent to', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'push.test',
    '',
  ])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450:4001::1'])(
    '%s is a public address',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  const isReachable = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      const resolved = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      publicLookup((_host, callback) => callback(null, resolved))('push.test', { all }, (error, ...answer) =>
        resolve(error ? error.message : answer),
      )
    })

  test('a name that resolves to an internal address, wholly or in part, is not connected to', async () => {
    for (const all of [true, false]) {
      expect(await isReachable(['127.0.0.1'], all)).toBe('not a public address')
      expect(await isReachable(['8.8.8.8', '10.0.0.1'], all)).toBe('not a public address')
      expect(await isReachable([], all)).toBe('no address')
    }
    expect(await isReachable(['8.8.8.8'], false)).toEqual(['8.8.8.8', 4])
    expect(await isReachable(['8.8.8.8'], true)).toEqual([[{ address: '8.8.8.8', family: 4 }]])
  })

  test('the address is checked on the connection: a name that resolves to this machine fails and no request arrives', async () => {
    const service = await openPushService()
    const app = await openApp({ engine: 'embedded' })
    const reach = {
      ...service.reach,
      lookup: publicLookup((_host, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])),
    }
    const phone = service.makePhone()
    const { endpoint, keys } = phone.subscription
    const message = { payload: '{}', id: 'one', ttl: 60 }
    await expect(createPush(app.deps, reach).send({ endpoint, ...keys }, message)).rejects.toThrow('EACCES')
    expect(phone.asked()).toBe(0)
    expect(await createPush(app.deps, service.reach).send({ endpoint, ...keys }, message)).toBe('taken')
    // In production an endpoint with an explicit port is refused.
    expect(createPush(app.deps).accepts({ endpoint, ...keys })).toBe(false)
    expect(createPush(app.deps).accepts({ endpoint: 'https://push.test/send/1', ...keys })).toBe(true)
    await app.close()
    await service.close()
  })
})
