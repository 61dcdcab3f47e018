import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DrawnPicture } from '#contract/insects/picture'
import { DrawingBoard } from '#src/insects/DrawingBoard.tsx'
import { settleDrafts } from '#src/session/drafts.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const picture: DrawnPicture = {
  id: 5,
  concentratorId: 3,
  imei: 'lamp',
  lampName: 'Lamp',
  fileUrl: '/none.png',
  width: 640,
  height: 480,
  takenAt: 1,
  receivedAt: 1,
  commandId: null,
  state: 'counted',
  reason: 'noModel',
  model: null,
  identifiedAt: 1,
  insectQuantity: 1,
  corrected: false,
  correctedBy: null,
  objectVersionNumber: 4,
  boxes: [{ id: 1, x: 100, y: 50, w: 40, h: 30, insectTypeId: null, name: null, score: null, by: 'machine' }],
  machineBoxes: [],
}
const moth = { id: 9, code: 'moth', name: 'Moth', zhName: '蛾', enName: 'Moth', description: null, hidden: 0, objectVersionNumber: 1 }

let sent: Record<string, unknown>[]
let stale: boolean
let held: boolean
/** The server answers a drawing as soon as this is done. */
let answering: Promise<void>
beforeEach(async () => {
  sent = []
  stale = false
  held = true
  answering = Promise.resolve()
  await signedIn(async ({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held }))
    if (pathname.endsWith('/organization')) return { content: [moth], number: 1, size: 0, totalElements: 1 }
    if (!pathname.endsWith('/draw-manually')) return
    const asked = JSON.parse(body) as { boxes: object[] }
    sent.push(asked as never)
    await answering
    if (stale) return Response.json({ failed: true, code: 'error.version.stale', message: 'Stale' }, { status: 409 })
    return { ...picture, objectVersionNumber: 5, corrected: true, insectQuantity: asked.boxes.length }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const board = () => show(<DrawingBoard key={picture.id} picture={picture} />)
const boxes = () => screen.getAllByRole('button', { name: /^Box \d/ })
/** Gives the first box a kind. */
async function name(kind: string) {
  const user = userEvent.setup()
  boxes()[0]!.focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: kind }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('boxes of a picture', () => {
  test('are moved, sized, named and taken away by keys, and saved under the version that was drawn on', async () => {
    const user = userEvent.setup()
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    expect(save().disabled).toBe(true)
    boxes()[0]!.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Control>}{ArrowLeft}{/Control}')
    expect(boxes()[0]!.getAttribute('aria-label')).toBe('Box 1: Not classified, 44 by 30 at 103, 54')
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Moth' }))
    await waitFor(() => expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/Moth/))
    await user.keyboard('n')
    await waitFor(() => expect(boxes()).toHaveLength(2))
    expect(document.activeElement).toBe(boxes()[1])
    await user.keyboard('{Delete}')
    expect(boxes()).toHaveLength(1)
    expect(document.activeElement).toBe(boxes()[0])
    await user.click(save())
    await waitFor(() => expect(save().disabled).toBe(true))
    expect(sent).toEqual([{ pictureId: 5, objectVersionNumber: 4, boxes: [{ x: 103, y: 54, w: 44, h: 30, insectTypeId: 9 }] }])
  })

  test('come back step by step', async () => {
    const user = userEvent.setup()
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    boxes()[0]!.focus()
    await user.keyboard('{ArrowRight}n')
    expect(boxes()).toHaveLength(2)
    await user.keyboard('{Control>}z{/Control}')
    expect(boxes()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(boxes()[0]!.getAttribute('aria-label')).toBe('Box 1: Not classified, 40 by 30 at 100, 50')
    expect(save().disabled).toBe(true)
  })

  test('that are drawn on while they are saved are not lost', async () => {
    const user = userEvent.setup()
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    boxes()[0]!.focus()
    await user.keyboard('{ArrowRight}')
    const answer = Promise.withResolvers<void>()
    answering = answer.promise
    await user.click(save())
    boxes()[0]!.focus()
    await user.keyboard('{ArrowDown}')
    answer.resolve()
    await screen.findByText('Saved: 1 insect')
    expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/at 104, 54/)
    await user.click(save())
    await waitFor(() => expect(sent.map(({ objectVersionNumber }) => objectVersionNumber)).toEqual([4, 5]))
    expect(sent).toMatchObject([{ boxes: [{ x: 104, y: 50 }] }, { boxes: [{ x: 104, y: 54 }] }])
  })

  test('are drawn by mouse on free ground, of the kind of the one that was chosen', async () => {
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    const ground = screen.getByRole('group', { name: '1 box' })
    ground.getBoundingClientRect = () => ({ left: 0, top: 0, width: 320, height: 240 }) as DOMRect
    ground.setPointerCapture = () => undefined
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1, pointerType: 'mouse' })
    await name('Moth')
    fireEvent.pointerDown(ground, at(10, 20))
    fireEvent.pointerMove(ground, at(30, 50))
    fireEvent.pointerUp(ground, at(30, 50))
    expect(boxes()[1]!.getAttribute('aria-label')).toBe('Box 2: Moth, 40 by 60 at 20, 40')
  })

  test('are moved and sized by a finger, which on free ground scrolls', async () => {
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    const ground = screen.getByRole('group', { name: '1 box' })
    ground.getBoundingClientRect = () => ({ left: 0, top: 0, width: 320, height: 240 }) as DOMRect
    ground.setPointerCapture = () => undefined
    const finger = (from: Element, to: readonly [number, number]) => {
      const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1, pointerType: 'touch' })
      fireEvent.pointerDown(from, at(60, 30))
      fireEvent.pointerMove(ground, at(...to))
      fireEvent.pointerUp(ground, at(...to))
    }
    finger(ground, [100, 100])
    expect(boxes()).toHaveLength(1)
    finger(boxes()[0]!, [70, 25])
    expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/40 by 30 at 120, 40/)
    finger(boxes()[0]!.firstElementChild!, [65, 40])
    expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/50 by 50 at 120, 40/)
  })

  test('that somebody else saved meanwhile take nothing from what was drawn here, and either may be chosen', async () => {
    const user = userEvent.setup()
    const theirs = { ...picture, objectVersionNumber: 5, corrected: true, correctedBy: 'Wang', boxes: [...picture.boxes, ...picture.boxes] }
    const Watched = () => {
      const [now, see] = useState(picture)
      return (
        <>
          <button onClick={() => see(theirs)}>Somebody saves</button>
          <DrawingBoard key={now.id} picture={now} />
        </>
      )
    }
    show(<Watched />)
    await screen.findByRole('button', { name: 'Add a box' })
    boxes()[0]!.focus()
    await user.keyboard('{ArrowRight}')
    stale = true
    await user.click(save())
    await screen.findByText('Stale')
    await user.click(screen.getByRole('button', { name: 'Somebody saves' }))
    await screen.findByText(/Saved meanwhile by Wang/)
    expect(boxes()).toHaveLength(1)
    stale = false
    await user.click(screen.getByRole('button', { name: 'Save mine over it' }))
    await waitFor(() => expect(sent.map(({ objectVersionNumber }) => objectVersionNumber)).toEqual([4, 5]))
    expect(sent[1]).toMatchObject({ boxes: [{ x: 104 }] })
  })

  test('that were not saved are there after a session that expired', async () => {
    const user = userEvent.setup()
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    boxes()[0]!.focus()
    await user.keyboard('{ArrowRight}')
    settleDrafts()
    cleanup()
    board()
    await screen.findByRole('button', { name: 'Add a box' })
    expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/at 104, 50/)
    expect(save().disabled).toBe(false)
  })

  test('are only looked at by whoever may not draw', async () => {
    held = false
    board()
    await screen.findByTitle(/^Box 1/)
    expect(screen.queryByRole('button', { name: 'Add a box' })).toBeNull()
    screen.getByText(/No identification model is installed/)
  })
})
