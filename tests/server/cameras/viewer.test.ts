import { expect, test } from 'vitest'
import type { StreamWord } from '#contract/cameras/stream'
import { viewerOf } from '#server/cameras/stream/viewer'

test('one who takes pictures slowly loses some, is told how many, and goes on at a key frame', () => {
  const got: string[] = []
  const words: StreamWord[] = []
  let now = 0
  const socket = {
    bufferedAmount: 0,
    send: (data: unknown) => void (typeof data === 'string' ? words.push(JSON.parse(data) as StreamWord) : got.push(String(data))),
  }
  const viewer = viewerOf(socket as Parameters<typeof viewerOf>[0], () => now)
  const send = (text: string, keyAt = -1) => viewer.send({ bytes: Buffer.from(text), keyAt, pictures: 1 })
  viewer.say({ state: 'live', why: null, lastAt: 0 })
  send('before')
  send('..key', 2)
  send('next')
  expect(got).toEqual(['key', 'next'])
  socket.bufferedAmount = 10_000_000
  send('lost')
  send('lost', 0)
  socket.bufferedAmount = 0
  now = 5000
  send('lost')
  expect(words.at(-1)).toMatchObject({ state: 'live', dropped: 4 })
  send('again', 0)
  expect(got).toEqual(['key', 'next', 'again'])
})
