import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anEditor, kept, note, openEditor, scene, settle, tour, two } from './anEditor.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const named = (vrName: string) => ({ type: 'tour.type', facts: { vrName } }) as const
const add = { type: 'hotspot.add', at: { atv: 5, ath: 7 } } as const

describe('opening', () => {
  test('reads the tour, shows its first scene, and is ready a second later', async () => {
    const editor = anEditor()
    expect(editor.at('opening')).toBe(true)
    editor.send({ type: 'save' }, named('x'), { type: 'leave' })
    expect(editor.at('opening')).toBe(true)
    editor.calls.load[0]!.answer({ failed: false, tour, scenes: two })
    await settle()
    expect(editor.context()).toMatchObject({ activeId: 1, tour: { vrName: 'East' }, broken: { hotspots: 0, view: false } })
    expect(editor.actor.getSnapshot().hasTag('loading')).toBe(true)
    await vi.advanceTimersByTimeAsync(999)
    expect(editor.doing('loadingScene')).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(editor.doing('ready')).toBe(true)
    expect(editor.panel('basic')).toBe(true)
  })
  test('that fails says why, and is tried again', async () => {
    const editor = anEditor()
    editor.calls.load[0]!.answer({ failed: true, code: 'error.notFound', message: null })
    await settle()
    expect(editor.at('failed')).toBe(true)
    expect(editor.context().failure?.code).toBe('error.notFound')
    editor.send({ type: 'retry' })
    expect(editor.at('opening')).toBe(true)
    editor.calls.load[1]!.fail(new Error('cut'))
    await settle()
    expect(editor.context().failure?.code).toBe('error.unavailable')
  })
  test('a scene that is broken in the store opens with what can be read, and says so', async () => {
    const editor = await openEditor([{ ...scene(1), hotSpotJson: JSON.stringify([note('hs-1'), { no: 'hotspot' }]), visualJson: '{' }])
    expect(editor.context().broken).toEqual({ hotspots: 1, view: true })
    expect(editor.now().scene?.hotspots).toHaveLength(1)
  })
  test('a tour without scenes opens too', async () => {
    const editor = await openEditor([])
    expect(editor.now().scene).toBeNull()
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, add, { type: 'view.set', key: 'fov', value: 50 })
    expect(editor.now().draft).toBeNull()
  })
})

describe('hotspots', () => {
  test('are added at the centre of what is looked at, with the front icon and size 50, in edit mode', async () => {
    const editor = await openEditor()
    editor.send(add)
    expect(editor.now().draft).toBeNull()
    editor.send({ type: 'tab.choose', tab: 'hotspot' })
    expect(editor.panel({ hotspot: 'list' })).toBe(true)
    editor.send(add)
    expect(editor.panel({ hotspot: 'editing' })).toBe(true)
    expect(editor.now().draft).toMatchObject({ name: 'hs-2', isNew: true, atv: 5, ath: 7, style: 'front', factor: 1, kind: null })
  })
  test('are not confirmed before type and content are given, and what is wrong is said', async () => {
    const editor = await openEditor()
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, add, { type: 'hotspot.confirm' })
    expect(editor.context().faults).toEqual({ kind: 'type' })
    for (const [draft, faults] of [
      [{ kind: 'scene' }, { content: 'scene' }],
      [{ kind: 'device' }, { content: 'device' }],
      [{ kind: 'picture' }, { content: 'picture' }],
      [{ kind: 'picture', pictures: Array.from({ length: 21 }, () => 'https://a.cn/1.jpg') }, { content: 'pictures' }],
      [{ kind: 'text', words: ' ' }, { content: 'text' }],
      [{ kind: 'text', words: 'x'.repeat(2001) }, { content: 'textLong' }],
      [{ kind: 'link' }, { content: 'link' }],
      [{ kind: 'link', link: 'javascript:alert(1)' }, { content: 'url' }],
      [{ kind: 'link', link: 'https://a.cn', title: 'x'.repeat(21) }, { title: 'titleLong' }],
    ] as const) {
      editor.send({ type: 'hotspot.type', draft }, { type: 'hotspot.confirm' })
      expect(editor.context().faults).toEqual(faults)
    }
    expect(editor.said).toEqual([])
    editor.send({ type: 'hotspot.type', draft: { title: ' Link ' } }, { type: 'hotspot.confirm' })
    expect(editor.said).toEqual(['hotspotAdded'])
    expect(editor.panel({ hotspot: 'list' })).toBe(true)
    expect(editor.now().scene?.hotspots.at(-1)).toMatchObject({ name: 'hs-2', HType: 5, content: 'https://a.cn', text: 'Link' })
  })
  test('are edited in their place, and Cancel leaves them as they were', async () => {
    const editor = await openEditor()
    const before = editor.now().scene
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, { type: 'hotspot.open', name: 'hs-1' })
    editor.send({ type: 'hotspot.move', name: 'hs-1', atv: 1, ath: 2 }, { type: 'hotspot.move', name: 'hs-9', atv: 3, ath: 3 })
    expect(editor.now()).toMatchObject({ draft: { atv: 1, ath: 2 }, scene: before })
    editor.send({ type: 'hotspot.cancel' })
    expect(editor.now()).toEqual({ tour: editor.now().tour, scene: before, draft: null })
    editor.send({ type: 'hotspot.open', name: 'hs-1' }, { type: 'hotspot.type', draft: { words: 'Pond 2', factor: 1.5 } })
    editor.send({ type: 'hotspot.confirm' })
    expect(editor.now().scene?.hotspots).toEqual([expect.objectContaining({ name: 'hs-1', content: 'Pond 2', width: 75, height: 75 })])
    expect(editor.said).toEqual(['hotspotEdited'])
  })
  test('that are edited bar other tabs, other scenes, saving and removing', async () => {
    const editor = await openEditor()
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, add)
    editor.send({ type: 'tab.choose', tab: 'view' }, { type: 'scene.choose', scenesId: 2 }, { type: 'save' })
    editor.send({ type: 'hotspot.remove', name: 'hs-1' }, { type: 'scene.remove', scenesId: 2 })
    expect(editor.said).toEqual(['blocked', 'blocked', 'blocked', 'blocked', 'blocked'])
    expect([editor.panel({ hotspot: 'editing' }), editor.doing('ready')]).toEqual([true, true])
  })
  test('that are begun within the second after Save bar it too', async () => {
    const editor = await openEditor()
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, named('West'), { type: 'save' }, add)
    await vi.advanceTimersByTimeAsync(1000)
    expect(editor.calls.save).toHaveLength(0)
    expect(editor.said).toEqual(['blocked'])
  })
  test('are moved in the list', async () => {
    const editor = await openEditor()
    editor.send({ type: 'hotspot.move', name: 'hs-1', atv: -3, ath: 4 }, { type: 'hotspot.move', name: 'hs-9', atv: 0, ath: 0 })
    expect(editor.now().scene?.hotspots).toEqual([{ ...note('hs-1'), atv: -3, ath: 4 }])
  })
  test('are removed half a second after the confirmation, here alone, and come back by undo', async () => {
    const editor = await openEditor()
    editor.send({ type: 'hotspot.remove', name: 'hs-1' })
    expect(editor.doing('askingRemoval')).toBe(true)
    editor.send({ type: 'removal.cancel' })
    expect(editor.context().removing).toBeNull()
    editor.send({ type: 'hotspot.remove', name: 'hs-1' }, { type: 'removal.confirm' })
    await vi.advanceTimersByTimeAsync(499)
    expect(editor.now().scene?.hotspots).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(editor.now().scene?.hotspots).toHaveLength(0)
    expect(editor.calls.removeScene).toHaveLength(0)
    editor.send({ type: 'edit.undo' })
    expect(editor.now().scene?.hotspots).toHaveLength(1)
  })
})

describe('saving', () => {
  test('waits a second after the last press, sends what differs, and counts from the new version', async () => {
    const editor = await openEditor()
    editor.send(named(' West '), { type: 'save' })
    await vi.advanceTimersByTimeAsync(900)
    editor.send({ type: 'save' })
    await vi.advanceTimersByTimeAsync(999)
    expect(editor.calls.save).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    const { input, answer } = editor.calls.save[0]!
    expect(input).toEqual({ vrId: 3, tour: { ...tour, vrName: 'West' }, scene: null })
    answer(kept(input))
    await settle()
    expect(editor.said).toEqual(['saved'])
    expect(editor.context().tour?.objectVersionNumber).toBe(2)
    editor.send({ type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(editor.calls.save).toHaveLength(1)
    expect(editor.said).toEqual(['saved', 'unchanged'])
  })
  test('keeps what was changed meanwhile as unsaved', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    editor.send({ type: 'view.set', key: 'fov', value: 70 })
    const { input, answer } = editor.calls.save[0]!
    expect(JSON.parse(input.scene!.visualJson)).toMatchObject({ fov: 60 })
    answer(kept(input))
    await settle()
    expect(editor.now().scene?.view.fov).toBe(70)
    editor.send({ type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(editor.calls.save[1]!.input.scene).toMatchObject({ objectVersionNumber: 2 })
  })
  test('that fails is not confirmed, ends, and loses nothing', async () => {
    const editor = await openEditor()
    editor.send(named('West'), { type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    editor.calls.save[0]!.answer({ tour: null, scene: null, scenes: null, failure: { code: 'error.busy', message: 'Later' } })
    await settle()
    expect(editor.doing('ready')).toBe(true)
    expect(editor.context()).toMatchObject({ failure: { code: 'error.busy' }, tour: { vrName: 'East' } })
    expect(editor.now().tour.vrName).toBe('West')
    editor.send({ type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    editor.calls.save[1]!.fail(new Error('cut'))
    await settle()
    expect(editor.context().failure?.code).toBe('error.unavailable')
    expect(editor.said).toEqual([])
  })
  test.each([{ vrName: ' ' }, { vrName: 'x'.repeat(21) }, { vrCover: '' }, { areaId: [] }, { description: 'x'.repeat(201) }])(
    'is not tried while the Basic tab is incomplete: %o',
    async (facts) => {
      const editor = await openEditor()
      editor.send({ type: 'tour.type', facts }, { type: 'save' })
      await vi.advanceTimersByTimeAsync(1000)
      expect(editor.calls.save).toHaveLength(0)
      expect(editor.said).toEqual(['incomplete'])
      expect(editor.doing('ready')).toBe(true)
    },
  )
  test('does not take the version of the scene that is worked on from the list', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    const { input, answer } = editor.calls.save[0]!
    // Somebody else saved the same scene between the save and the reading of the list.
    answer(
      kept(input, [
        { ...scene(1), objectVersionNumber: 9 },
        { ...scene(2), objectVersionNumber: 4 },
      ]),
    )
    await settle()
    expect(editor.context().scenes.map(({ objectVersionNumber }) => objectVersionNumber)).toEqual([2, 4])
  })
})

describe('a stale version', () => {
  const stale = { tour: null, scene: null, scenes: null, failure: { code: 'error.version.stale', message: null } }
  const theirs = {
    tour: { ...tour, vrName: 'Theirs', objectVersionNumber: 5 },
    scenes: [{ ...scene(1), objectVersionNumber: 7 }, scene(2)],
  }
  async function inConflict() {
    const editor = await openEditor()
    editor.send(named('Mine'), { type: 'hotspot.move', name: 'hs-1', atv: 0, ath: 0 }, { type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    editor.calls.save[0]!.answer(stale)
    await settle()
    return editor
  }
  test('is a conflict, for which theirs is read', async () => {
    const editor = await inConflict()
    expect(editor.doing({ conflict: 'reading' })).toBe(true)
    editor.calls.load[1]!.answer({ failed: true, code: 'error.busy', message: null })
    await settle()
    expect(editor.doing({ conflict: 'unread' })).toBe(true)
    editor.send({ type: 'retry' })
    editor.calls.load[2]!.fail(new Error('cut'))
    await settle()
    editor.send({ type: 'retry' })
    editor.calls.load[3]!.answer({ failed: false, ...theirs })
    await settle()
    expect(editor.doing({ conflict: 'asking' })).toBe(true)
    expect(editor.now().tour.vrName).toBe('Mine')
  })
  async function asked() {
    const editor = await inConflict()
    editor.calls.load[1]!.answer({ failed: false, ...theirs })
    await settle()
    return editor
  }
  test('mine goes over theirs, from their version', async () => {
    const editor = await asked()
    editor.send({ type: 'conflict.mine' })
    expect(editor.calls.save[1]!.input).toMatchObject({
      tour: { vrName: 'Mine', objectVersionNumber: 5 },
      scene: { objectVersionNumber: 7 },
    })
  })
  test('theirs is taken, and undo brings back mine', async () => {
    const editor = await asked()
    const mine = editor.now()
    editor.send({ type: 'conflict.theirs' })
    expect(editor.now()).toMatchObject({ tour: { vrName: 'Theirs' }, scene: { hotspots: [] } })
    editor.send({ type: 'edit.undo' })
    expect(editor.now()).toEqual(mine)
  })
  test('may wait: nothing changes here, and the next save asks again', async () => {
    const editor = await asked()
    const mine = editor.now()
    editor.send({ type: 'conflict.later' })
    expect(editor.now()).toEqual(mine)
    expect(editor.doing('ready')).toBe(true)
    editor.send({ type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(editor.calls.save[1]!.input.tour?.objectVersionNumber).toBe(1)
  })
  test('of a scene that somebody deleted: mine has nowhere to go, and theirs begins at another scene', async () => {
    const editor = await inConflict()
    editor.calls.load[1]!.answer({ failed: false, tour: theirs.tour, scenes: [scene(2)] })
    await settle()
    editor.send({ type: 'conflict.mine' })
    expect(editor.said).toEqual(['sceneGone'])
    editor.send({ type: 'conflict.theirs' })
    expect(editor.context()).toMatchObject({ activeId: 2, history: { past: [] } })
  })
})

describe('another scene', () => {
  test('is shown at once where nothing is unsaved, and the scene that is shown does nothing', async () => {
    const editor = await openEditor()
    editor.send({ type: 'scene.choose', scenesId: 1 }, { type: 'scene.choose', scenesId: 99 })
    expect(editor.doing('ready')).toBe(true)
    editor.send({ type: 'scene.choose', scenesId: 2 })
    expect([editor.doing('loadingScene'), editor.context().activeId]).toEqual([true, 2])
  })
  test('asks where something is: Save saves, then switches', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'scene.choose', scenesId: 2 })
    expect([editor.doing('askingSwitch'), editor.context().activeId]).toEqual([true, 1])
    editor.send({ type: 'ask.save' })
    const { input, answer } = editor.calls.save[0]!
    answer(kept(input))
    await settle()
    expect([editor.doing('loadingScene'), editor.context().activeId]).toEqual([true, 2])
  })
  test("Don't save switches and drops what was done to the scene; Stay stays", async () => {
    const editor = await openEditor()
    editor.send(named('West'), { type: 'view.set', key: 'fov', value: 60 }, { type: 'scene.choose', scenesId: 2 }, { type: 'ask.stay' })
    expect([editor.doing('ready'), editor.context().activeId]).toEqual([true, 1])
    editor.send({ type: 'scene.choose', scenesId: 2 }, { type: 'ask.drop' })
    expect(editor.context()).toMatchObject({ activeId: 2, history: { past: [], now: { tour: { vrName: 'West' } } } })
  })
  test('is not shown where the save before it fails', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'scene.choose', scenesId: 2 }, { type: 'ask.save' })
    editor.calls.save[0]!.answer({ tour: null, scene: null, scenes: null, failure: { code: 'error.busy', message: null } })
    await settle()
    expect([editor.doing('ready'), editor.context().activeId, editor.context().then]).toEqual([true, 1, null])
  })
  test('asks once more where something was changed during the save', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'scene.choose', scenesId: 2 }, { type: 'ask.save' })
    editor.send({ type: 'view.set', key: 'fov', value: 65 })
    const { input, answer } = editor.calls.save[0]!
    answer(kept(input))
    await settle()
    expect([editor.doing('askingSwitch'), editor.context().activeId]).toEqual([true, 1])
  })
})

describe('scenes', () => {
  const panoramas = [{ panoramaId: 30, scenesName: 'Gate' }]
  test('are added half a second after the last press, and never more than ten', async () => {
    const editor = await openEditor()
    editor.send({ type: 'scenes.add', panoramas: [] }, { type: 'scenes.add', panoramas: Array.from({ length: 9 }, () => panoramas[0]!) })
    expect(editor.said).toEqual(['manyScenes'])
    editor.send({ type: 'scenes.add', panoramas: [] }, { type: 'scenes.add', panoramas })
    await vi.advanceTimersByTimeAsync(400)
    editor.send({ type: 'scenes.add', panoramas })
    await vi.advanceTimersByTimeAsync(499)
    expect(editor.calls.addScenes).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(editor.calls.addScenes.map(({ input }) => input)).toEqual([{ vrId: 3, panoramas }])
    editor.calls.addScenes[0]!.answer({ scenes: [...two, scene(3)], failure: null })
    await settle()
    expect(editor.context()).toMatchObject({ activeId: 1, adding: [] })
    expect(editor.context().scenes).toHaveLength(3)
  })
  test('the first of a tour is shown', async () => {
    const editor = await openEditor([])
    editor.send({ type: 'scenes.add', panoramas })
    await vi.advanceTimersByTimeAsync(500)
    editor.calls.addScenes[0]!.answer({ scenes: [scene(3)], failure: null })
    await settle()
    expect([editor.doing('loadingScene'), editor.context().activeId]).toEqual([true, 3])
  })
  test('that could be added in part stand there, and the failure is said', async () => {
    const editor = await openEditor()
    editor.send({ type: 'scenes.add', panoramas })
    await vi.advanceTimersByTimeAsync(500)
    editor.calls.addScenes[0]!.answer({ scenes: [...two, scene(3)], failure: { code: 'error.scene.most', message: null } })
    await settle()
    expect(editor.context()).toMatchObject({ failure: { code: 'error.scene.most' } })
    expect(editor.context().scenes).toHaveLength(3)
    editor.send({ type: 'scenes.add', panoramas })
    await vi.advanceTimersByTimeAsync(500)
    editor.calls.addScenes[1]!.fail(new Error('cut'))
    await settle()
    expect(editor.context().failure?.code).toBe('error.unavailable')
  })
  test('are removed after a confirmation and half a second; the last one is not', async () => {
    const editor = await openEditor()
    editor.send({ type: 'scene.remove', scenesId: 1 }, { type: 'removal.confirm' })
    await vi.advanceTimersByTimeAsync(500)
    expect(editor.calls.removeScene[0]!.input).toEqual({ vrId: 3, scenesId: 1 })
    editor.calls.removeScene[0]!.answer({ scenes: [scene(2)], failure: null })
    await settle()
    expect([editor.doing('loadingScene'), editor.context().activeId]).toEqual([true, 2])
    await vi.advanceTimersByTimeAsync(1000)
    editor.send({ type: 'scene.remove', scenesId: 2 })
    expect(editor.said).toEqual(['lastScene'])
    expect(editor.doing('ready')).toBe(true)
  })
  test('another than the shown one is removed without leaving what is worked on', async () => {
    const editor = await openEditor()
    editor.send({ type: 'view.set', key: 'fov', value: 60 }, { type: 'scene.remove', scenesId: 2 }, { type: 'removal.confirm' })
    await vi.advanceTimersByTimeAsync(500)
    editor.calls.removeScene[0]!.answer({ scenes: [scene(1)], failure: null })
    await settle()
    expect([editor.doing('ready'), editor.now().scene?.view.fov]).toEqual([true, 60])
  })
  test('that is not removed stays, with the reason', async () => {
    const editor = await openEditor()
    for (const end of ['answer', 'fail'] as const) {
      editor.send({ type: 'scene.remove', scenesId: 1 }, { type: 'removal.confirm' })
      await vi.advanceTimersByTimeAsync(500)
      const call = editor.calls.removeScene.at(-1)!
      if (end === 'answer') call.answer({ scenes: null, failure: { code: 'error.scene.linked', message: 'Scene 2' } })
      else call.fail(new Error('cut'))
      await settle()
      expect(editor.context().failure?.code).toBe(end === 'answer' ? 'error.scene.linked' : 'error.unavailable')
      expect(editor.context()).toMatchObject({ activeId: 1, removing: null })
    }
  })
})

describe('leaving', () => {
  test('goes at once where nothing is unsaved, also while a scene comes', async () => {
    const editor = await openEditor()
    editor.send({ type: 'leave' })
    expect(editor.at('left')).toBe(true)
    const early = anEditor()
    early.calls.load[0]!.answer({ failed: false, tour, scenes: two })
    await settle()
    early.send({ type: 'leave' })
    expect(early.at('left')).toBe(true)
  })
  test('goes at once from a hotspot that was only opened, or is again as it was; one that is changed or new is unsaved', async () => {
    const open = [{ type: 'tab.choose', tab: 'hotspot' } as const, { type: 'hotspot.open', name: 'hs-1' } as const]
    const leaves = async (...events: Parameters<Awaited<ReturnType<typeof openEditor>>['send']>) => {
      const editor = await openEditor()
      editor.send(...events, { type: 'leave' })
      return editor.at('left')
    }
    const typed = (words: string) => ({ type: 'hotspot.type', draft: { words } }) as const
    const editor = await openEditor()
    editor.send(...open)
    const { words } = editor.now().draft!
    expect(await leaves(...open)).toBe(true)
    expect(await leaves(...open, typed('x'), typed(words))).toBe(true)
    expect(await leaves(...open, typed('x'))).toBe(false)
    expect(await leaves(...open, { type: 'hotspot.move', name: 'hs-1', atv: 1, ath: 2 })).toBe(false)
    expect(await leaves(open[0]!, add)).toBe(false)
  })
  test('asks where something is: Save saves and leaves, Stay stays, Drop leaves', async () => {
    const editor = await openEditor()
    editor.send(named('West'), { type: 'leave' })
    expect(editor.doing('askingLeave')).toBe(true)
    editor.send({ type: 'ask.stay' }, { type: 'leave' }, { type: 'ask.save' })
    const { input, answer } = editor.calls.save[0]!
    answer(kept(input))
    await settle()
    expect(editor.at('left')).toBe(true)
    const other = await openEditor()
    other.send(named('West'), { type: 'leave' }, { type: 'ask.drop' })
    expect(other.at('left')).toBe(true)
  })
  test('with a hotspot that is not confirmed asks, and cannot save it', async () => {
    const editor = await openEditor()
    editor.send({ type: 'tab.choose', tab: 'hotspot' }, add, { type: 'leave' }, { type: 'ask.save' })
    expect(editor.said).toEqual(['blocked'])
    expect(editor.calls.save).toHaveLength(0)
  })
  test('asks once more where something was changed during the save', async () => {
    const editor = await openEditor()
    editor.send(named('West'), { type: 'leave' }, { type: 'ask.save' }, named('South'))
    const { input, answer } = editor.calls.save[0]!
    answer(kept(input))
    await settle()
    expect(editor.doing('askingLeave')).toBe(true)
  })
  test('while it is being saved leaves once it is, and stays where it could not be', async () => {
    const editor = await openEditor()
    editor.send(named('West'), { type: 'save' }, { type: 'leave' })
    expect(editor.doing('savingSoon')).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    const { input, answer } = editor.calls.save[0]!
    answer(kept(input))
    await settle()
    expect(editor.at('left')).toBe(true)
    const late = await openEditor()
    late.send(named('West'), { type: 'save' })
    await vi.advanceTimersByTimeAsync(1000)
    late.send({ type: 'leave' })
    late.calls.save[0]!.answer(kept(late.calls.save[0]!.input))
    await settle()
    expect(late.at('left')).toBe(true)
    const refused = await openEditor()
    refused.send(named('West'), { type: 'save' }, { type: 'leave' })
    await vi.advanceTimersByTimeAsync(1000)
    refused.calls.save[0]!.fail(new Error('cut'))
    await settle()
    expect(refused.doing('ready')).toBe(true)
  })
})
