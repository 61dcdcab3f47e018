import { describe, expect, test } from 'vitest'
import { PAUSES_MS, type PlayerEvent, STALL_MS } from '#machines/cameras/playerParts'
import { good, keptGood, keptPlaying, playing, refused, word } from './playerHand.ts'

describe('a recording that is looked at', () => {
  test('is asked for from a moment on, begins where the server says, and follows the moments it is told', async () => {
    const one = await playing()
    one.send({ type: 'watchKept', at: 900 })
    // The picture that stood was the live one.
    expect([one.at(), one.streams[0]!.open, one.context().lastAt]).toEqual(['kept.opening', false, null])
    expect(one.asked.at(-1)).toMatchObject({ kept: { at: 900, speed: 1 } })
    await one.answer(keptGood, 'kept.running.starting')
    expect([one.context().at, one.has('open'), one.has('playing')]).toEqual([1000, true, false])
    one.tell({ type: 'picture', at: 7 })
    one.tell(word('live', { at: 2000 }))
    expect([one.at(), one.context().at]).toEqual(['kept.running.playing.seen', 2000])
    one.tell(word('live'))
    expect(one.context().at).toBe(2000)
  })

  test('goes back to the live picture, which no moment of a stream moves', async () => {
    const one = await keptPlaying()
    one.send({ type: 'speed', to: 4 })
    one.send({ type: 'watchLive' })
    expect([one.at(), one.context().at, one.context().speed, one.context().lastAt]).toEqual(['live.opening', null, 1, null])
    expect(one.asked.at(-1)).toMatchObject({ clarity: 'sd', kept: null })
    await one.answer(good, 'live.running.starting')
    one.tell({ type: 'picture', at: 8 })
    one.tell(word('live', { at: 5000 }))
    expect(one.context().at).toBeNull()
  })

  test('is opened at another moment, and the newest one wins over those that are still being opened', async () => {
    const one = await keptPlaying()
    one.send({ type: 'seek', at: 5000 })
    expect([one.at(), one.streams.at(-1)!.open]).toEqual(['kept.opening', false])
    const earlier = one.asked.at(-1)!
    one.send({ type: 'seek', at: 7000 })
    expect(one.asked.at(-1)).toMatchObject({ kept: { at: 7000, speed: 1 } })
    earlier.answer({ failed: false, url: '/earlier', at: 5000 })
    await one.answer({ failed: false, url: '/later', at: 7000 }, 'kept.running.starting')
    expect([one.streams.at(-1)!.url, one.context().at, one.streams.some(({ url }) => url === '/earlier')]).toEqual(['/later', 7000, false])
  })

  test('runs at another speed from the moment that is shown, and is not opened anew for the same', async () => {
    const one = await keptPlaying()
    one.tell(word('live', { at: 3000 }))
    one.send({ type: 'speed', to: 1 })
    expect(one.has('playing')).toBe(true)
    one.send({ type: 'speed', to: 4 })
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 3000, speed: 4 }])
  })

  test.each([
    ['the socket ends', { type: 'ended' }],
    ['the source is lost', word('lost', { at: 4500 })],
    ['no picture comes', null],
    ['no first picture comes', null],
  ] as const)('is opened anew at the moment that was shown last where %s', async (what, event) => {
    const one = await keptPlaying()
    if (what === 'no first picture comes') {
      one.send({ type: 'seek', at: 3000 })
      await one.answer({ failed: false, url: '/x' }, 'kept.running.starting')
    }
    one.tell(word('live', { at: 4000 }))
    if (event) one.tell(event as PlayerEvent)
    else one.clock.increment(STALL_MS)
    expect([one.at(), one.has('lost'), one.streams.at(-1)!.open]).toEqual(['kept.waiting', true, false])
    one.clock.increment(PAUSES_MS[0])
    const at = what === 'the source is lost' ? 4500 : 4000
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at, speed: 1 }])
    await one.answer(refused('mayPass'), 'kept.waiting')
    one.send({ type: 'online' })
    await one.answer(new Error('broke'), 'kept.waiting')
  })

  test('is paused while it plays, holds nothing meanwhile, and goes on where it was', async () => {
    const one = await keptPlaying()
    one.tell(word('live', { at: 4000 }))
    one.send({ type: 'pause' })
    expect([one.at(), one.streams.at(-1)!.open, one.context().at]).toEqual(['kept.paused', false, 4000])
    // A tab that was hidden and is seen again stays paused.
    one.send({ type: 'hide' })
    one.send({ type: 'show' })
    one.send({ type: 'speed', to: 2 })
    expect(one.at()).toBe('kept.paused')
    one.send({ type: 'play' })
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 4000, speed: 2 }])
    // What stands is not yet the picture of that moment.
    one.send({ type: 'pause' })
    expect(one.at()).toBe('kept.opening')
    await one.answer(keptGood, 'kept.running.starting')
    one.send({ type: 'pause' })
    expect(one.at()).toBe('kept.running.starting')
    one.tell({ type: 'picture', at: 9 })
    one.send({ type: 'pause' })
    one.send({ type: 'seek', at: 8000 })
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 8000, speed: 2 }])
  })

  test('ends where nothing later is kept, and goes on from an earlier moment, or where more is kept by then', async () => {
    const one = await keptPlaying()
    one.tell(word('ended', { at: 6000 }))
    expect([one.at(), one.streams.at(-1)!.open, one.context().at]).toEqual(['kept.ended', false, 6000])
    one.send({ type: 'hide' })
    one.send({ type: 'speed', to: 2 })
    one.send({ type: 'pause' })
    expect(one.at()).toBe('kept.ended')
    one.send({ type: 'play' })
    expect(one.asked.at(-1)!.kept).toEqual({ at: 6000, speed: 2 })
    await one.answer(refused('nothing'), 'kept.ended')
    one.send({ type: 'seek', at: 2000 })
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 2000, speed: 2 }])
    one.send({ type: 'watchLive' })
    // Of a live picture it is no end.
    await one.answer(refused('nothing', 'odd'), 'failed')
    one.send({ type: 'play' })
    await one.answer(good, 'live.running.starting')
    one.tell({ type: 'picture', at: 1 })
    one.tell(word('ended'))
    expect(one.has('playing')).toBe(true)
  })

  test('resumes where it was after a hidden tab, a closed camera and a failure', async () => {
    const at = { at: 4000, speed: 1 }
    const hidden = await keptPlaying()
    hidden.tell(word('live', { at: 4000 }))
    hidden.send({ type: 'hide' })
    expect([hidden.at(), hidden.streams.at(-1)!.open]).toEqual(['hidden', false])
    for (const event of [{ type: 'seek', at: 1 }, { type: 'watchLive' }, { type: 'speed', to: 2 }] as PlayerEvent[]) hidden.send(event)
    hidden.send({ type: 'show' })
    expect([hidden.at(), hidden.asked.at(-1)!.kept]).toEqual(['kept.opening', at])
    hidden.send({ type: 'hide' })
    hidden.send({ type: 'stop' })
    hidden.send({ type: 'play' })
    expect([hidden.at(), hidden.asked.at(-1)!.kept]).toEqual(['kept.opening', at])

    const closed = await keptPlaying()
    closed.tell(word('closed', { at: 4000 }))
    for (const event of [{ type: 'seek', at: 1 }, { type: 'watchLive' }, { type: 'play' }] as PlayerEvent[]) closed.send(event)
    expect(closed.at()).toBe('disabled.seen')
    closed.send({ type: 'enable' })
    expect([closed.at(), closed.asked.at(-1)!.kept]).toEqual(['kept.opening', at])
    await closed.answer(refused('disabled', 'It is closed'), 'disabled.seen')
    expect(closed.warned).toEqual(['It is closed'])

    for (const state of ['kept.running.playing.seen', 'kept.paused', 'kept.ended', 'kept.waiting'] as const) {
      const one = await keptPlaying()
      if (state === 'kept.paused') one.send({ type: 'pause' })
      if (state === 'kept.ended') one.tell(word('ended'))
      if (state === 'kept.waiting') one.tell({ type: 'ended' })
      expect(one.at()).toBe(state)
      one.send({ type: 'disable' })
      expect(one.at()).toBe('disabled.seen')
    }
  })

  test('says why it cannot be shown, and from there goes to another moment, another speed, or the live picture', async () => {
    const failed = async () => {
      const one = await keptPlaying()
      one.send({ type: 'seek', at: 2000 })
      await one.answer(refused('other', 'too many watch'), 'failed')
      return one
    }
    const one = await failed()
    expect(one.context().message).toBe('too many watch')
    one.send({ type: 'watchKept', at: 1 })
    one.send({ type: 'speed', to: 2 })
    one.send({ type: 'play' })
    expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 2000, speed: 2 }])
    await one.answer(keptGood, 'kept.running.starting')
    one.tell({ type: 'broken', message: 'no decoder' })
    expect([one.at(), one.context().message]).toEqual(['failed', 'no decoder'])
    one.send({ type: 'seek', at: 3000 })
    expect([one.at(), one.context().message, one.asked.at(-1)!.kept]).toEqual(['kept.opening', null, { at: 3000, speed: 2 }])
    const other = await failed()
    other.send({ type: 'watchLive' })
    expect([other.at(), other.context().message]).toEqual(['live.opening', null])
  })

  test('is recorded only while it plays, and chooses no size of the live picture but the next', async () => {
    for (const end of [
      { type: 'pause' },
      { type: 'seek', at: 1 },
      { type: 'watchLive' },
      { type: 'hide' },
      word('ended'),
    ] as PlayerEvent[]) {
      const one = await keptPlaying()
      one.send({ type: 'record', on: true })
      expect(one.context().recording).toBe(true)
      one.send(end)
      expect(one.context().recording).toBe(false)
    }
    const one = await keptPlaying()
    one.send({ type: 'clarity', to: 'hd' })
    expect(one.has('playing')).toBe(true)
    one.send({ type: 'watchLive' })
    expect(one.asked.at(-1)!.clarity).toBe('hd')
  })

  test('is chosen from a live picture, stopped or failed too, and what is of a recording is refused there', async () => {
    for (const before of ['live', 'stopped', 'failed'] as const) {
      const one = await playing()
      if (before === 'stopped') one.send({ type: 'stop' })
      if (before === 'failed') one.tell({ type: 'broken', message: 'x' })
      const now = one.at()
      for (const event of [{ type: 'seek', at: 1 }, { type: 'speed', to: 4 }, { type: 'pause' }, { type: 'watchLive' }] as PlayerEvent[])
        one.send(event)
      expect([one.at(), one.context().at, one.context().speed]).toEqual([now, null, 1])
      one.send({ type: 'watchKept', at: 50 })
      expect([one.at(), one.asked.at(-1)!.kept]).toEqual(['kept.opening', { at: 50, speed: 1 }])
      one.send({ type: 'watchKept', at: 60 })
      one.send({ type: 'stop' })
      expect([one.at(), one.context().at]).toEqual(['kept.opening', 50])
      one.send({ type: 'close' })
      expect([one.at(), one.context().at]).toEqual(['closed', null])
    }
  })
})
