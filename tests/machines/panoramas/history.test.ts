import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditorEvent } from '#machines/panoramas/editorEvents'
import { anEditor, openEditor } from './anEditor.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const degrees = fc.integer({ min: -90, max: 90 })
const act: fc.Arbitrary<EditorEvent> = fc.oneof(
  fc.record({ vrName: fc.string({ maxLength: 20 }) }).map((facts) => ({ type: 'tour.type', facts }) as const),
  fc.record({ scenesName: fc.string({ maxLength: 20 }) }).map((facts) => ({ type: 'scene.type', facts }) as const),
  fc
    .record({
      key: fc.constantFrom('fov' as const, 'vlookat' as const, 'hlookatMin' as const, 'fovMax' as const),
      value: fc.option(degrees),
    })
    .map((rest) => ({ type: 'view.set', ...rest }) as const),
  fc.record({ atv: degrees, ath: degrees }).map((at) => ({ type: 'hotspot.add', at }) as const),
  fc
    .record({ name: fc.constantFrom('hs-1', 'hs-2'), atv: degrees, ath: degrees })
    .map((rest) => ({ type: 'hotspot.move', ...rest }) as const),
  fc
    .record({ kind: fc.constant('text' as const), words: fc.string({ maxLength: 9 }) })
    .map((draft) => ({ type: 'hotspot.type', draft }) as const),
  fc.constantFrom('hs-1', 'hs-2').map((name) => ({ type: 'hotspot.open', name }) as const),
  fc.constant({ type: 'hotspot.confirm' } as const),
  fc.constant({ type: 'hotspot.cancel' } as const),
)

test('whatever was done, undo leads back to the start, and redo to where it ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const editor = await openEditor()
      editor.send({ type: 'tab.choose', tab: 'hotspot' })
      const start = editor.now()
      editor.send(...acts)
      const end = editor.now()
      const steps = editor.context().history.past.length
      expect(steps).toBeLessThanOrEqual(acts.length)
      for (let step = 0; step < steps; step++) editor.send({ type: 'edit.undo' })
      expect(editor.now()).toEqual(start)
      editor.send({ type: 'edit.undo' })
      expect(editor.now()).toEqual(start)
      for (let step = 0; step < steps; step++) editor.send({ type: 'edit.redo' })
      expect(editor.now()).toEqual(end)
      editor.send({ type: 'edit.redo' })
      expect(editor.now()).toEqual(end)
    }),
    { numRuns: 60 },
  )
})

test('typing in one input is one step back, another input is another', async () => {
  const editor = await openEditor()
  const type = (vrName: string) => ({ type: 'tour.type', facts: { vrName } }) as const
  editor.send(type('a'), type('ab'), { type: 'tour.type', facts: { description: 'x' } }, type('abc'))
  editor.send({ type: 'edit.undo' })
  expect(editor.now().tour).toMatchObject({ vrName: 'ab', description: 'x' })
  editor.send({ type: 'edit.undo' }, { type: 'edit.undo' }, { type: 'edit.undo' })
  expect(editor.now().tour.vrName).toBe('East')
})

test('undo after a confirmation brings the hotspot back into work, on whichever tab', async () => {
  const editor = await openEditor()
  editor.send(
    { type: 'tab.choose', tab: 'hotspot' },
    { type: 'hotspot.open', name: 'hs-1' },
    { type: 'hotspot.type', draft: { words: 'x' } },
  )
  editor.send({ type: 'hotspot.confirm' }, { type: 'tab.choose', tab: 'view' })
  expect(editor.panel('view')).toBe(true)
  editor.send({ type: 'edit.undo' })
  expect(editor.panel({ hotspot: 'editing' })).toBe(true)
})

test('no more than a hundred steps are kept', async () => {
  const editor = await openEditor()
  for (let at = 0; at < 130; at++) editor.send({ type: 'view.look', look: { fov: 50, vlookat: 0, hlookat: at } })
  expect(editor.context().history.past).toHaveLength(100)
})

test('before it is open nothing is worked on', () => {
  const editor = anEditor()
  editor.send({ type: 'tour.type', facts: { vrName: 'x' } }, { type: 'edit.undo' }, { type: 'edit.redo' })
  expect(editor.context().history.past).toEqual([])
})
