import { describe, expect, test } from 'vitest'
import { DOUBT_MS, PAUSES_MS, type PlayerEvent, STALL_MS } from '#machines/cameras/playerParts'
import { good, make, playing, refused, starting, word } from './playerHand.ts'

describe('a picture that is looked at', () => {
  test('is asked for, opened, and plays from its first picture on', async () => {
    const one = make()
    expect(one.at()).toBe('closed')
    one.send({ type: 'open' })
    expect([one.at(), one.asked[0]!.clarity]).toEqual(['live.opening', 'sd'])
    await one.answer(good, 'live.running.starting')
    expect([one.streams[0]!.url, one.has('open'), one.has('playing')]).toEqual([good.failed ? '' : good.url, true, false])
    one.tell(word('starting'))
    one.tell({ type: 'picture', at: 5 })
    expect([one.at(), one.has('playing'), one.context().lastAt]).toEqual(['live.running.playing.seen', true, 5])
  })

  test('is lost where the source is, keeps when it was seen, and comes back with the next picture', async () => {
    const one = await playing()
    one.tell(word('lost', { why: 'unreachable', dropped: 3 }))
    expect([one.at(), one.has('lost'), one.has('playing')]).toEqual(['live.running.lost', true, false])
    expect(one.context()).toMatchObject({ why: 'unreachable', dropped: 3, lastAt: 5 })
    one.tell(word('live'))
    expect(one.at()).toBe('live.running.lost')
    one.tell({ type: 'picture', at: 9 })
    expect([one.at(), one.context().why, one.context().lastAt]).toEqual(['live.running.playing.seen', null, 9])
  })

  test('is lost where no picture came for six seconds, and not while they come', async () => {
    const one = await playing()
    one.clock.increment(STALL_MS - 1)
    one.tell({ type: 'picture', at: 6 })
    one.clock.increment(STALL_MS - 1)
    expect(one.has('playing')).toBe(true)
    one.clock.increment(1)
    expect([one.at(), one.has('lost')]).toEqual(['live.running.silent', true])
    one.tell({ type: 'picture', at: 7 })
    expect(one.has('playing')).toBe(true)
  })

  test('is opened anew where nobody says that it is lost, soon; and where somebody said so long ago', async () => {
    const silent = await playing()
    silent.clock.increment(STALL_MS)
    silent.clock.increment(STALL_MS)
    expect([silent.at(), silent.has('lost'), silent.streams[0]!.open]).toEqual(['live.waiting', true, false])
    const lost = await playing()
    lost.tell(word('lost', { why: 'unreachable' }))
    lost.clock.increment(DOUBT_MS - 1)
    expect(lost.streams[0]!.open).toBe(true)
    lost.clock.increment(1)
    expect([lost.at(), lost.streams[0]!.open]).toEqual(['live.waiting', false])
    const never = await starting()
    never.clock.increment(DOUBT_MS)
    expect([never.at(), never.streams[0]!.open]).toEqual(['live.waiting', false])
  })

  test('is opened anew with another ticket where it ended, after pauses that grow, and begins with the shortest after a picture', async () => {
    const one = await playing()
    one.tell({ type: 'ended' })
    expect([one.at(), one.has('lost'), one.streams[0]!.open]).toEqual(['live.waiting', true, false])
    for (const pause of [...PAUSES_MS, PAUSES_MS.at(-1)!]) {
      one.clock.increment(pause - 1)
      expect(one.at()).toBe('live.waiting')
      one.clock.increment(1)
      expect(one.at()).toBe('live.opening')
      await one.answer(refused('mayPass', 'as many as can'), 'live.waiting')
      expect(one.context().message).toBe('as many as can')
    }
    one.send({ type: 'online' })
    expect(one.at()).toBe('live.opening')
    await one.answer(good, 'live.running.starting')
    expect(one.context().message).toBeNull()
    expect(one.streams).toHaveLength(2)
    one.tell({ type: 'picture', at: 9 })
    one.tell({ type: 'ended' })
    one.clock.increment(PAUSES_MS[0])
    expect(one.at()).toBe('live.opening')
    // A question that broke is one that nobody answered.
    await one.answer(new Error('broke'), 'live.waiting')
  })

  test('says why it cannot be shown, and is tried again when the person asks', async () => {
    const one = make()
    one.send({ type: 'open' })
    await one.answer(refused('other', 'no ffmpeg'), 'failed')
    expect(one.context().message).toBe('no ffmpeg')
    one.send({ type: 'online' })
    expect(one.at()).toBe('failed')
    one.send({ type: 'play' })
    await one.answer(good, 'live.running.starting')
    expect(one.context().message).toBeNull()
    one.tell({ type: 'broken', message: 'no decoder' })
    expect([one.at(), one.context().message, one.streams[0]!.open]).toEqual(['failed', 'no decoder', false])
    expect(one.warned).toEqual(['no decoder'])
    one.send({ type: 'disable' })
    expect(one.at()).toBe('disabled.seen')
  })

  test('is closed at once by who closes the camera, and opens when it is opened again', async () => {
    const one = await playing()
    one.tell(word('closed'))
    expect([one.at(), one.streams[0]!.open]).toEqual(['disabled.seen', false])
    one.send({ type: 'play' })
    one.send({ type: 'open' })
    expect(one.at()).toBe('disabled.seen')
    one.send({ type: 'enable' })
    await one.answer(refused('disabled', 'It is closed'), 'disabled.seen')
    expect(one.warned).toEqual(['It is closed'])
    for (const before of ['closed', 'live', 'stopped', 'hidden'] as const) {
      const other = before === 'closed' ? make() : await playing()
      if (before === 'stopped') other.send({ type: 'stop' })
      if (before === 'hidden') other.send({ type: 'hide' })
      other.send({ type: 'disable' })
      expect(other.at()).toBe(before === 'hidden' ? 'disabled.unseen' : 'disabled.seen')
    }
  })

  test('is stopped by the person and by a hidden tab, and what the person stopped stays so when the tab is seen again', async () => {
    const one = await playing()
    one.send({ type: 'hide' })
    expect([one.at(), one.streams[0]!.open]).toEqual(['hidden', false])
    one.send({ type: 'play' })
    expect(one.at()).toBe('hidden')
    one.send({ type: 'show' })
    await one.answer(good, 'live.running.starting')
    one.send({ type: 'stop' })
    expect([one.at(), one.streams[1]!.open]).toEqual(['stopped', false])
    one.send({ type: 'hide' })
    one.send({ type: 'show' })
    expect(one.at()).toBe('stopped')
    one.send({ type: 'play' })
    expect(one.at()).toBe('live.opening')
    one.send({ type: 'hide' })
    one.send({ type: 'stop' })
    one.send({ type: 'show' })
    expect(one.at()).toBe('stopped')
  })

  test('is opened in the other size, and not anew in the same', async () => {
    const one = await playing()
    one.send({ type: 'clarity', to: 'sd' })
    expect(one.has('playing')).toBe(true)
    one.send({ type: 'clarity', to: 'hd' })
    expect([one.at(), one.asked.at(-1)!.clarity, one.streams[0]!.open]).toEqual(['live.opening', 'hd', false])
    one.send({ type: 'stop' })
    one.send({ type: 'clarity', to: 'sd' })
    one.send({ type: 'play' })
    expect(one.asked.at(-1)!.clarity).toBe('sd')
  })

  test('is recorded only while it plays, and no longer', async () => {
    const one = await starting()
    one.send({ type: 'record', on: true })
    expect(one.context().recording).toBe(false)
    one.tell({ type: 'picture', at: 5 })
    one.send({ type: 'record', on: true })
    one.tell({ type: 'picture', at: 6 })
    expect(one.context().recording).toBe(true)
    one.send({ type: 'record', on: false })
    expect(one.context().recording).toBe(false)
    for (const end of [
      { type: 'stop' },
      { type: 'hide' },
      { type: 'close' },
      { type: 'disable' },
      { type: 'ended' },
      word('lost'),
    ] as PlayerEvent[]) {
      const other = await playing()
      other.send({ type: 'record', on: true })
      other.send(end)
      expect(other.context().recording).toBe(false)
    }
  })

  test('has its sound on or off in every state, and is closed from every state', async () => {
    const one = await playing()
    one.send({ type: 'sound', on: true })
    one.send({ type: 'stop' })
    expect(one.context().sound).toBe(true)
    one.send({ type: 'sound', on: false })
    expect(one.context().sound).toBe(false)
    for (const before of [
      { type: 'stop' },
      { type: 'hide' },
      { type: 'disable' },
      { type: 'ended' },
      { type: 'broken', message: '' },
      word('lost'),
    ] as PlayerEvent[]) {
      const other = await playing()
      other.send(before)
      other.send({ type: 'close' })
      expect([other.at(), other.streams[0]!.open]).toEqual(['closed', false])
    }
  })

  test('hears nothing of a stream while none is open', async () => {
    const one = make()
    for (const event of [
      { type: 'picture', at: 1 },
      { type: 'ended' },
      { type: 'broken', message: 'x' },
      word('closed'),
      { type: 'stop' },
      { type: 'play' },
      { type: 'show' },
      { type: 'enable' },
      { type: 'online' },
    ] as PlayerEvent[])
      one.send(event)
    expect([one.at(), one.context().lastAt, one.asked]).toEqual(['closed', null, []])
  })
})
