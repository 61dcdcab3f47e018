import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DIRECTIONS } from '#contract/cameras/control'
import words from '#locales/en-US/cameras' with { type: 'json' }
import { DirectionPad } from '#src/cameras/DirectionPad.tsx'
import { usePtz } from '#src/cameras/usePtz.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

let said: { direction: number; hold: string }[]
let answer: () => unknown
const directions = () => said.map(({ direction }) => direction)

beforeEach(async () => {
  said = []
  answer = () => 1
  await signedIn(({ pathname }, body) => {
    if (!pathname.endsWith('/camera/5')) return
    const form = new URLSearchParams(body)
    said.push({ direction: Number(form.get('direction')), hold: form.get('hold') ?? '' })
    const given = answer()
    return given instanceof Response ? given : Response.json(given)
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Pad({ barred = false }: { barred?: boolean }) {
  const ptz = usePtz(5, barred)
  return <DirectionPad ptz={ptz} disabled={barred} />
}
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.pointerDown(button(name), { button: 0, pointerId: 1 })
const STOP = DIRECTIONS.stop

test('every direction has a button that says its own word, and stop when it is let go', async () => {
  show(<Pad />)
  for (const [name, direction] of Object.entries(DIRECTIONS)) {
    if (name === 'stop') continue
    said = []
    press(words.ptz[name as 'up'])
    await waitFor(() => expect(directions()).toEqual([direction]))
    expect(button(words.ptz[name as 'up']).getAttribute('aria-pressed')).toBe('true')
    fireEvent.pointerUp(button(words.ptz[name as 'up']), { pointerId: 1 })
    await waitFor(() => expect(directions()).toEqual([direction, STOP]))
    expect(new Set(said.map(({ hold }) => hold)).size).toBe(1)
    await screen.findByText(words.ptz.still)
  }
})

test.each<[string, () => void]>([
  ['the pointer is lost', () => fireEvent.lostPointerCapture(button('Left'), { pointerId: 1 })],
  ['the pointer is taken away', () => fireEvent.pointerCancel(button('Left'), { pointerId: 1 })],
  ['it is released elsewhere', () => fireEvent.pointerUp(document.body)],
  ['the focus goes', () => fireEvent.blur(button('Left'))],
  ['the window loses its focus', () => fireEvent.blur(window)],
  ['the page is closed', () => fireEvent(window, new Event('pagehide'))],
  ['the network is lost', () => fireEvent(window, new Event('offline'))],
  [
    'the tab is hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      fireEvent(document, new Event('visibilitychange'))
    },
  ],
  ['the pad is closed', cleanup],
])('a camera that is held stops where %s', async (_, end) => {
  show(<Pad />)
  press('Left')
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.left]))
  end()
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.left, STOP]))
})

test('arrows turn it, two together between them, plus and minus zoom; a key that repeats is one press', async () => {
  show(<Pad />)
  const pad = button('Up')
  fireEvent.keyDown(pad, { key: 'ArrowUp' })
  fireEvent.keyDown(pad, { key: 'ArrowUp', repeat: true })
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.up]))
  fireEvent.keyDown(pad, { key: 'ArrowLeft' })
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.up, DIRECTIONS.leftUp]))
  fireEvent.keyUp(pad, { key: 'ArrowUp' })
  await waitFor(() => expect(directions().at(-1)).toBe(DIRECTIONS.left))
  fireEvent.keyUp(pad, { key: 'ArrowLeft' })
  await waitFor(() => expect(directions().at(-1)).toBe(STOP))
  await screen.findByText(words.ptz.still)
  fireEvent.keyDown(pad, { key: '+' })
  await waitFor(() => expect(directions().at(-1)).toBe(DIRECTIONS.zoomIn))
  fireEvent.keyUp(pad, { key: '+' })
  await waitFor(() => expect(directions().at(-1)).toBe(STOP))
  fireEvent.keyDown(button('Down'), { key: ' ' })
  await waitFor(() => expect(directions().at(-1)).toBe(DIRECTIONS.down))
  fireEvent.keyUp(button('Down'), { key: ' ' })
  await waitFor(() => expect(directions().at(-1)).toBe(STOP))
})

test.each<[string, () => unknown, string]>([
  ['does not allow it', () => 0, words.ptz.refused],
  ['could not be asked', () => Response.json({ failed: true, code: 'error.internal', message: 'x' }, { status: 500 }), words.ptz.failed],
  [
    'is not told, and why is known',
    () => Response.json({ failed: true, code: 'error.camera.untold', message: 'Its clock is wrong' }, { status: 503 }),
    'Its clock is wrong',
  ],
  [
    'is held by another, who is named',
    () => Response.json({ failed: true, code: 'error.camera.held', message: 'Lin is moving this camera' }, { status: 409 }),
    'Lin is moving this camera',
  ],
])('where a camera %s that is said, and nothing of its stop', async (_, given, told) => {
  answer = () => (said.at(-1)?.direction === STOP ? 0 : given())
  show(<Pad />)
  press('Left')
  expect(await screen.findByText(told)).toBeTruthy()
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.left, STOP]))
  fireEvent.pointerUp(button('Left'), { pointerId: 1 })
  expect(screen.queryAllByRole('alert')).toHaveLength(1)
})

test('a camera that does not take its stop may still turn, and that is said', async () => {
  answer = () => (said.at(-1)?.direction === STOP ? 2 : 1)
  show(<Pad />)
  press('Left')
  await waitFor(() => expect(directions()).toEqual([DIRECTIONS.left]))
  fireEvent.pointerUp(button('Left'), { pointerId: 1 })
  expect(await screen.findByText(words.ptz.mayTurn)).toBeTruthy()
})

test('a camera that may not be turned has no button that can be pressed', async () => {
  show(<Pad barred />)
  for (const one of screen.getAllByRole('button')) expect((one as HTMLButtonElement).disabled).toBe(true)
  fireEvent.keyDown(button('Up'), { key: 'ArrowUp' })
  expect(said).toEqual([])
})
