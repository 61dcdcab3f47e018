import { describe, expect, test } from 'vitest'
import { verbs } from '#contract/devices/verbs'
import chinese from '#locales/zh-CN/notices' with { type: 'json' }
import english from '#locales/en-US/notices' with { type: 'json' }
import { REASON } from '#machines/devices/commandLane'
import { wordsOfFailure } from '#server/ground/commands/authorWords'
import type { OpenOrder } from '#server/ground/commands/order'

/** What the author of a command is told that ended for this reason. */
const told = (verb: string, message: string) =>
  wordsOfFailure({
    id: 'a',
    verb,
    message,
    state: 'refused',
    leads: false,
    authorId: 1,
    aim: null,
    subject: { tenantId: 1, deviceName: 'Mixer', switchName: null, circuit: verb === 'switch.set' ? 3 : null },
  } as OpenOrder).map(({ body }) => (body as { content: string }).content)
const wordOf = (words: object, key: string) =>
  key
    .replace('notices:', '')
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], words)

describe('who asked in vain is told', () => {
  test.each(verbs.map(({ name }) => name))('what failed in words that are there, whatever the reason: %s', (verb) => {
    // No motor stops on the way to a dose, and what only an answer confirms is never unseen.
    const reasons = Object.entries(REASON).flatMap(([name, key]) =>
      verb !== 'switch.set' && (name === 'stopNotConfirmed' || name === 'notObserved') ? [] : name === 'radioed' ? [] : [key],
    )
    const keys = [...reasons, 'overheated'].flatMap((message) => told(verb, message))
    expect(keys.length).toBeGreaterThan(4)
    expect(keys.filter((key) => [chinese, english].some((words) => typeof wordOf(words, key) !== 'string'))).toEqual([])
  })

  test('of a circuit by its number, and of a dose, settings, a photograph or firmware as that', () => {
    expect(verbs.map(({ name }) => told(name, 'overheated'))).toEqual(
      ['content', 'settings', 'dose', 'photograph', 'firmware'].map((what) => [`notices:command.${what}.because`]),
    )
    for (const what of ['settings', 'dose', 'photograph', 'firmware'] as const)
      expect(Object.values(english.command[what]).filter((words) => words.includes('{{circuit}}'))).toEqual([])
  })
})
