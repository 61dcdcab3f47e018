import { describe, expect, test } from 'vitest'
import { watchLogic, type WatchLogic } from '#contract/watch/logic'
import { blankWatch, draftOfWatch, watchBody, watchFaults } from '#src/watch/watchDraft.ts'

const hot = { kind: 'compare', code: 'temperature', is: 'above', limit: 30, margin: 0, than: null } as const
const logic: WatchLogic = {
  scope: { types: ['gateway_weather'], deviceIds: null, landIds: [4] },
  when: hot,
  holdSeconds: 300,
  clear: { ...hot, is: 'below', limit: 25 },
  clearSeconds: 60,
  noData: 'raise',
  during: { from: 60, to: 120, days: [1, 7] },
}

describe('what is watched, as it is written', () => {
  test('is sent as it was read', () => {
    expect(watchLogic.parse(watchBody(draftOfWatch(logic)))).toEqual(logic)
    const all: WatchLogic = { ...logic, scope: { types: null, deviceIds: null, landIds: null }, clear: null, during: null }
    expect(watchLogic.parse(watchBody(draftOfWatch(all)))).toEqual(all)
  })

  test('sends no condition and no hours that were put aside', () => {
    const draft = { ...draftOfWatch(logic), ownClear: false, timed: false }
    expect(watchBody(draft)).toMatchObject({ clear: null, during: null })
  })

  test('says what is wrong with both conditions and with hours, by the names that its form gives them', () => {
    const blank = blankWatch()
    const leaf = (group: typeof blank.when) => `${group.of[0]!.key}.limit`
    const fields = (draft: typeof blank, within?: string) => watchFaults(draft, within).map(([field]) => field)
    expect(fields(blank)).toEqual([leaf(blank.when)])
    const more = { ...blank, ownClear: true, timed: true, during: { ...blank.during, to: null } }
    expect(fields(more, 'a.logic.')).toEqual([leaf(blank.when), leaf(blank.clear), 'a.logic.during.to'])
  })
})
