import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findSpecks } from '#server/insects/findSpecks'
import { addressOf, photograph } from '#simulator/camera'
import { drawSheet, MOST_INSECTS } from '#simulator/sheet'

test('the sheet of a simulated lamp shows as many insects as lie on it, the same for one seed', async () => {
  for (const [seed, count] of [
    [1, 0],
    [2, 7],
    [3, 40],
    [4, MOST_INSECTS],
  ] as const) {
    const sheet = await drawSheet(seed, count)
    expect(await drawSheet(seed, count)).toEqual(sheet)
    const { data, info } = await sharp(sheet).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(findSpecks(data, info.width, info.height)).toHaveLength(count)
  }
})

test('a simulated lamp sends its picture to where the command said', async () => {
  const came: { url: string | undefined; bytes: number }[] = []
  const server = createServer((request, answer) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      came.push({ url: request.url, bytes })
      answer.end('{}')
    })
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  try {
    const { port } = server.address() as AddressInfo
    const address = addressOf({ upload: '/there/1', port }, 'mqtt://127.0.0.1:1883')
    expect(await photograph(address!, { seed: 5, count: 3, at: 1234 })).toBe(true)
    expect(came).toMatchObject([{ url: '/there/1?takenAt=1234' }])
    expect(came[0]!.bytes).toBeGreaterThan(5000)
  } finally {
    server.close()
  }
  expect(addressOf({ upload: 'https://farm.example/x' }, 'mqtt://127.0.0.1:1883')).toBe('https://farm.example/x')
  expect(addressOf({ upload: '/there/1' }, 'mqtt://127.0.0.1:1883')).toBeNull()
})
