import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_VIEW } from '#contract/panoramas/sceneView'
import { EditorMarker } from '#src/screens/panoramas/editor/EditorMarker.tsx'
import { ViewPanel } from '#src/screens/panoramas/editor/ViewPanel.tsx'
import { show } from '../crud/showing.tsx'
import { words } from './panoramaServer.ts'

afterEach(cleanup)

describe('a hotspot of the editor', () => {
  const marker = (given: { canMove?: boolean } = {}) => {
    const [onMove, onOpen] = [vi.fn(), vi.fn()]
    const facts = { label: 'Gate', style: 'front', size: 50, at: { ath: 179, atv: 89 }, isActive: true } as const
    // A hundredth of a degree a point; nothing of the picture stands beyond 1,000.
    const spotAt = (x: number, y: number) => (x > 1000 ? null : { ath: x / 100, atv: y / 100 })
    show(<EditorMarker {...facts} canMove={given.canMove ?? true} spotAt={spotAt} onMove={onMove} onOpen={onOpen} />)
    const button = screen.getByRole('button', { name: 'Gate' })
    button.setPointerCapture = vi.fn()
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1 })
    return { button, onMove, onOpen, at }
  }

  test('follows the pointer once it has moved, and a click after that opens nothing', () => {
    const { button, onMove, onOpen, at } = marker()
    fireEvent.pointerDown(button, at(100, 100))
    fireEvent.pointerMove(button, at(102, 101))
    expect(onMove).not.toHaveBeenCalled()
    fireEvent.pointerMove(button, at(300, 200))
    fireEvent.pointerMove(button, at(2000, 200))
    fireEvent.click(button)
    expect(onMove.mock.calls).toEqual([[{ ath: 3, atv: 2 }]])
    expect(onOpen).not.toHaveBeenCalled()
    // The next press is another one.
    fireEvent.pointerDown(button, at(300, 200))
    fireEvent.click(button)
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('of a press that was taken away moves no more', () => {
    const { button, onMove, at } = marker()
    fireEvent.pointerDown(button, at(100, 100))
    fireEvent.pointerCancel(button)
    fireEvent.pointerMove(button, at(300, 200))
    expect(onMove).not.toHaveBeenCalled()
  })

  test('moves by keys: round the picture, and not beyond its top and bottom; in small steps with Shift', () => {
    const { button, onMove } = marker()
    for (const [key, shiftKey] of [
      ['ArrowRight', false],
      ['ArrowDown', false],
      ['ArrowUp', true],
      ['x', false],
    ] as const)
      fireEvent.keyDown(button, { key, shiftKey })
    expect(onMove.mock.calls).toEqual([[{ ath: -179, atv: 89 }], [{ ath: 179, atv: 90 }], [{ ath: 179, atv: 88.8 }]])
  })

  test('that may not be moved is opened all the same', () => {
    const { button, onMove, onOpen, at } = marker({ canMove: false })
    fireEvent.pointerDown(button, at(100, 100))
    fireEvent.pointerMove(button, at(300, 200))
    fireEvent.keyDown(button, { key: 'ArrowRight' })
    fireEvent.click(button)
    expect([onMove.mock.calls.length, onOpen.mock.calls.length]).toEqual([0, 1])
  })
})

describe('the limits of a view', () => {
  const panel = () => {
    const onSet = vi.fn()
    show(<ViewPanel view={DEFAULT_VIEW} onSet={onSet} onInitial={() => undefined} />)
    return onSet
  }
  test('are given by a slider when it is let go, and only the end that was moved', () => {
    const onSet = panel()
    fireEvent.change(screen.getByRole('slider', { name: words.view.fovMax }), { target: { value: '100' } })
    expect(onSet.mock.calls).toEqual([['fovMax', 100]])
  })

  test('are typed, and given when the field is left or by Enter; emptied, nothing is meant', async () => {
    const onSet = panel()
    const field = screen.getByLabelText(words.view.fovMin, { selector: 'input[inputmode]' })
    await userEvent.clear(field)
    await userEvent.type(field, '40{Enter}')
    await userEvent.clear(field)
    await userEvent.tab()
    expect(onSet.mock.calls).toEqual([
      ['fovMin', 40],
      ['fovMin', null],
    ])
    // What was not taken goes back to what stands.
    expect((field as HTMLInputElement).value).toBe('30')
  })
})
