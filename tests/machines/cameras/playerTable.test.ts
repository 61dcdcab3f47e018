import { expect, test } from 'vitest'
import { type AnyMachineSnapshot, getInitialSnapshot } from 'xstate'
import { playerMachine } from '#machines/cameras/player'
import { leavesOf, reachedBy, rowOf } from '../stateTable.ts'
import { good, keptGood, refused, word } from './playerHand.ts'

const KINDS = ['live', 'kept'] as const
const ofActor = (how: 'done' | 'error', kind: (typeof KINDS)[number], said: object) => ({
  type: `xstate.${how}.actor.0.player.${kind}.opening`,
  actorId: `0.player.${kind}.opening`,
  ...said,
})
const events = {
  open: { type: 'open' },
  close: { type: 'close' },
  stop: { type: 'stop' },
  pause: { type: 'pause' },
  play: { type: 'play' },
  watchKept: { type: 'watchKept', at: 900 },
  watchLive: { type: 'watchLive' },
  seek: { type: 'seek', at: 2000 },
  speed: { type: 'speed', to: 2 },
  sameSpeed: { type: 'speed', to: 1 },
  hide: { type: 'hide' },
  show: { type: 'show' },
  disable: { type: 'disable' },
  enable: { type: 'enable' },
  online: { type: 'online' },
  clarity: { type: 'clarity', to: 'hd' },
  sameClarity: { type: 'clarity', to: 'sd' },
  sound: { type: 'sound', on: true },
  record: { type: 'record', on: true },
  picture: { type: 'picture', at: 5 },
  live: word('live', { dropped: 1 }),
  lost: word('lost'),
  closed: word('closed'),
  over: word('ended'),
  ended: { type: 'ended' },
  broken: { type: 'broken', message: 'x' },
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`${kind}:given`, ofActor('done', kind, { output: kind === 'live' ? good : keptGood })],
      ...(['disabled', 'mayPass', 'nothing', 'other'] as const).map((why) => [
        `${kind}:${why}`,
        ofActor('done', kind, { output: refused(why) }),
      ]),
      [`${kind}:broke`, ofActor('error', kind, { error: new Error('broke') })],
      [`${kind}:paused`, { type: `xstate.after.pause.player.${kind}.waiting` }],
      [`${kind}:stalled`, { type: `xstate.after.stall.player.${kind}.running.playing.seen` }],
      [`${kind}:unbegun`, { type: `xstate.after.stall.player.${kind}.running.starting` }],
    ]),
  ),
  'live:silent': { type: 'xstate.after.stall.player.live.running.silent' },
  'live:doubted': { type: 'xstate.after.doubt.player.live.running.lost' },
  'live:never': { type: 'xstate.after.doubt.player.live.running.starting' },
}
type Row = Readonly<Record<string, string>>
const start = getInitialSnapshot(playerMachine, { clarity: 'sd' })
const watching = { ...start.context, url: '/camera/stream' }
const keeping = { ...watching, at: 1000 }

/** What a place answers to by staying where it is. */
const stays = (at: string, ...names: string[]): Row => Object.fromEntries(names.map((name) => [name, at]))
const everywhere = { close: 'closed' }
const ofLive = {
  ...everywhere,
  stop: 'stopped',
  watchKept: 'kept.opening',
  hide: 'hidden',
  disable: 'disabled.seen',
  clarity: 'live.opening',
}
const ofKept = {
  ...everywhere,
  watchLive: 'live.opening',
  seek: 'kept.opening',
  speed: 'kept.opening',
  hide: 'hidden',
  disable: 'disabled.seen',
}
const ofStream = {
  picture: 'live.running.playing.seen',
  lost: 'live.running.lost',
  closed: 'disabled.seen',
  ended: 'live.waiting',
  broken: 'failed',
}
const ofKeptStream = {
  picture: 'kept.running.playing.seen',
  lost: 'kept.waiting',
  closed: 'disabled.seen',
  over: 'kept.ended',
  ended: 'kept.waiting',
  broken: 'failed',
}
const atRest = { ...everywhere, disable: 'disabled.seen' }

const places: Record<string, [value: unknown, context: typeof watching, row: Row]> = {
  closed: ['closed', start.context, { open: 'live.opening', disable: 'disabled.seen', ...stays('closed', 'clarity', 'sound') }],
  'live, opening': [
    { live: 'opening' },
    watching,
    {
      ...ofLive,
      ...stays('live.opening', 'sound'),
      'live:given': 'live.running.starting',
      'live:disabled': 'disabled.seen',
      'live:mayPass': 'live.waiting',
      'live:broke': 'live.waiting',
      'live:nothing': 'failed',
      'live:other': 'failed',
    },
  ],
  'live, waiting': [
    { live: 'waiting' },
    watching,
    { ...ofLive, ...stays('live.waiting', 'sound'), online: 'live.opening', 'live:paused': 'live.opening' },
  ],
  'live, starting': [
    { live: { running: 'starting' } },
    watching,
    { ...ofLive, ...ofStream, ...stays('live.running.starting', 'sound', 'live'), 'live:never': 'live.waiting' },
  ],
  'live, playing': [
    { live: { running: { playing: 'seen' } } },
    watching,
    { ...ofLive, ...ofStream, ...stays('live.running.playing.seen', 'sound', 'live', 'record'), 'live:stalled': 'live.running.silent' },
  ],
  'live, silent': [
    { live: { running: 'silent' } },
    watching,
    { ...ofLive, ...ofStream, ...stays('live.running.silent', 'sound', 'live'), 'live:silent': 'live.waiting' },
  ],
  'live, lost': [
    { live: { running: 'lost' } },
    { ...watching, why: 'unreachable' },
    // Any word says anew why.
    { ...ofLive, ...ofStream, ...stays('live.running.lost', 'sound', 'live', 'over'), 'live:doubted': 'live.waiting' },
  ],
  'a recording, opening': [
    { kept: 'opening' },
    keeping,
    {
      ...ofKept,
      ...stays('kept.opening', 'sound', 'clarity'),
      'kept:given': 'kept.running.starting',
      'kept:disabled': 'disabled.seen',
      'kept:mayPass': 'kept.waiting',
      'kept:broke': 'kept.waiting',
      'kept:nothing': 'kept.ended',
      'kept:other': 'failed',
    },
  ],
  'a recording, waiting': [
    { kept: 'waiting' },
    keeping,
    { ...ofKept, ...stays('kept.waiting', 'sound', 'clarity'), online: 'kept.opening', 'kept:paused': 'kept.opening' },
  ],
  'a recording, starting': [
    { kept: { running: 'starting' } },
    keeping,
    { ...ofKept, ...ofKeptStream, ...stays('kept.running.starting', 'sound', 'clarity', 'live'), 'kept:unbegun': 'kept.waiting' },
  ],
  'a recording, playing': [
    { kept: { running: { playing: 'seen' } } },
    keeping,
    {
      ...ofKept,
      ...ofKeptStream,
      ...stays('kept.running.playing.seen', 'sound', 'clarity', 'live', 'record'),
      pause: 'kept.paused',
      'kept:stalled': 'kept.waiting',
    },
  ],
  ...Object.fromEntries(
    ['paused', 'ended'].map((at) => [
      `a recording, ${at}`,
      [
        { kept: at },
        keeping,
        {
          ...atRest,
          watchLive: 'live.opening',
          seek: 'kept.opening',
          play: 'kept.opening',
          ...stays(`kept.${at}`, 'speed', 'sound', 'clarity'),
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['stopped', 'failed'].flatMap((at) => [
      [at, [at, watching, { ...atRest, play: 'live.opening', watchKept: 'kept.opening', ...stays(at, 'sound', 'clarity') }]],
      [
        `${at}, of a recording`,
        [
          at,
          keeping,
          {
            ...atRest,
            play: 'kept.opening',
            watchLive: 'live.opening',
            seek: 'kept.opening',
            ...stays(at, 'speed', 'sound', 'clarity'),
          },
        ],
      ],
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['', watching, 'live.opening'],
        [', of a recording', keeping, 'kept.opening'],
      ] as const
    ).flatMap(([of, context, on]) => [
      [
        `hidden${of}`,
        [
          'hidden',
          context,
          { ...everywhere, show: on, stop: 'stopped', disable: 'disabled.unseen', ...stays('hidden', 'sound', 'clarity') },
        ],
      ],
      [
        `disabled${of}`,
        [
          { disabled: 'seen' },
          context,
          { ...everywhere, enable: on, hide: 'disabled.unseen', ...stays('disabled.seen', 'sound', 'clarity') },
        ],
      ],
      [
        `disabled and hidden${of}`,
        [
          { disabled: 'unseen' },
          context,
          { ...everywhere, enable: 'hidden', show: 'disabled.seen', ...stays('disabled.unseen', 'sound', 'clarity') },
        ],
      ],
    ]),
  ),
}

test.each(Object.entries(places))('%s: what is not in its row is refused', (_, [value, context, row]) => {
  expect(rowOf(playerMachine, playerMachine.resolveState({ value: value as never, context }), events)).toEqual(row)
})

test('every state has its row, and is reached', () => {
  const reached = reachedBy(playerMachine, start, Object.values(events), ({ context }: AnyMachineSnapshot) => {
    const { at, speed, clarity } = context as typeof watching
    return `${at === null} ${speed} ${clarity}`
  })
  const leaves = leavesOf(playerMachine).toSorted()
  expect([...reached].toSorted()).toEqual(leaves)
  const rows = Object.values(places).map(([value, context]) => playerMachine.resolveState({ value: value as never, context }))
  expect([...new Set(rows.flatMap((row) => [...reachedBy(playerMachine, row, [])]))].toSorted()).toEqual(leaves)
})
