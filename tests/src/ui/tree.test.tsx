import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Tree, type TreeDrag, type TreeLine } from '#src/ui/Tree.tsx'

const SEEN = 600
// Nothing has a size here of itself.
beforeAll(() => void vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SEEN))
afterEach(cleanup)

/** Two levels: four families of three, all open but those that are closed. */
const families = ['Ada', 'Bea', 'Cleo', 'Carl']
function linesOf(closed: ReadonlySet<string>): TreeLine[] {
  return families.flatMap((name, at) => {
    const isOpen = !closed.has(name)
    const own: TreeLine = { key: name, level: 1, position: at + 1, size: families.length, isOpen }
    const kids = ['x', 'y', 'z'].map((kid, nth): TreeLine => ({
      key: `${name} ${kid}`,
      level: 2,
      position: nth + 1,
      size: 3,
      isOpen: null,
    }))
    return isOpen ? [own, ...kids] : [own]
  })
}

const nameOf = (key: string) => (key.includes(' ') ? `${key.split(' ')[1]} of ${key.split(' ')[0]}` : key)
function Shown({
  begin = 'Ada',
  onKey,
  onMark,
  drag,
}: {
  begin?: string
  onKey?: () => boolean
  onMark?: (key: string) => void
  drag?: TreeDrag
}) {
  const [active, setActive] = useState<string | null>(begin)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return (
    <Tree
      label="Families"
      lines={linesOf(closed)}
      active={active}
      onActive={setActive}
      onToggle={(key, open) =>
        setClosed((before) => {
          const next = new Set(before)
          if (open) next.delete(key)
          else next.add(key)
          return next
        })
      }
      nameOf={nameOf}
      render={nameOf}
      onKey={onKey}
      onMark={onMark}
      drag={drag}
    />
  )
}
const tree = () => screen.getByRole('tree', { name: 'Families' })
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant')!)!.textContent
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(tree(), { key })
}

describe('a tree', () => {
  test('is walked by arrows, which also open, close, and lead to what is above and below', () => {
    render(<Shown />)
    press('ArrowDown')
    expect(active()).toBe('x of Ada')
    press('ArrowLeft')
    expect(active()).toBe('Ada')
    press('ArrowLeft')
    expect(screen.getByRole('treeitem', { name: 'Ada' }).getAttribute('aria-expanded')).toBe('false')
    press('ArrowDown')
    expect(active()).toBe('Bea')
    press('ArrowUp', 'ArrowRight')
    expect([active(), screen.getByRole('treeitem', { name: 'Ada' }).getAttribute('aria-expanded')]).toEqual(['Ada', 'true'])
    press('ArrowRight')
    expect(active()).toBe('x of Ada')
    press('ArrowRight')
    expect(active()).toBe('x of Ada')
  })

  test('ends where Home and End lead, and `*` opens all sisters', () => {
    render(<Shown />)
    press('End')
    expect(active()).toBe('z of Carl')
    press('Home', 'ArrowLeft', 'ArrowDown', 'ArrowLeft', 'End')
    expect(active()).toBe('z of Carl')
    press('Home', '*')
    expect(screen.getAllByRole('treeitem', { expanded: true })).toHaveLength(4)
  })

  test('is jumped through by letters: one again and again leads to the next, several are a word', () => {
    render(<Shown />)
    press('c')
    expect(active()).toBe('Cleo')
    press('c')
    expect(active()).toBe('Carl')
    press('c')
    expect(active()).toBe('Cleo')
    cleanup()
    render(<Shown />)
    press('c', 'a')
    expect(active()).toBe('Carl')
    cleanup()
    render(<Shown />)
    // A word ends where another key was pressed.
    press('c', 'Home', 'b')
    expect(active()).toBe('Bea')
    press('Home', 'Ｂ')
    expect(active()).toBe('Bea')
    press('Home')
    // With a modifier it is a command, not a letter.
    fireEvent.keyDown(tree(), { key: 'c', ctrlKey: true })
    expect(active()).toBe('Ada')
  })

  test('says of each line where it stands, and has the focus itself', () => {
    render(<Shown begin="Bea y" />)
    const line = screen.getByRole('treeitem', { name: 'y of Bea' })
    expect(['level', 'posinset', 'setsize', 'selected'].map((name) => line.getAttribute(`aria-${name}`))).toEqual(['2', '2', '3', 'true'])
    expect(line.hasAttribute('aria-expanded')).toBe(false)
    expect(tree().tabIndex).toBe(0)
    expect(document.querySelectorAll('[role=tree] [tabindex]')).toHaveLength(0)
  })

  test('gives what it does not know itself to the page, before its own keys, and marks by the space bar', () => {
    const onKey = vi.fn(() => true)
    const onMark = vi.fn()
    render(<Shown onKey={onKey} />)
    press('ArrowDown')
    expect(active()).toBe('Ada')
    cleanup()
    render(<Shown onMark={onMark} />)
    press(' ')
    fireEvent.click(screen.getByRole('treeitem', { name: 'Bea' }), { ctrlKey: true })
    expect(onMark.mock.calls.flat()).toEqual(['Ada', 'Bea'])
    expect(active()).toBe('Bea')
  })

  test('lets a line be dropped only where it may be', () => {
    const onDrop = vi.fn()
    const drag = { mayDrag: (key: string) => key !== 'Ada', mayDrop: (_: string, onto: string) => onto === 'Bea', onDrop }
    render(<Shown drag={drag} />)
    const item = (name: string) => screen.getByRole('treeitem', { name })
    expect([item('Ada').draggable, item('Cleo').draggable]).toEqual([false, true])
    const dataTransfer = { setData: () => undefined, effectAllowed: 'none' }
    fireEvent.dragStart(item('Cleo'), { dataTransfer })
    // An event that nobody prevented says that nothing may be dropped there.
    expect(fireEvent.dragOver(item('Carl'), { dataTransfer })).toBe(true)
    fireEvent.drop(item('Carl'), { dataTransfer })
    expect(onDrop).not.toHaveBeenCalled()
    expect(fireEvent.dragOver(item('Bea'), { dataTransfer })).toBe(false)
    fireEvent.drop(item('Bea'), { dataTransfer })
    expect(onDrop).toHaveBeenCalledExactlyOnceWith('Cleo', 'Bea')
  })

  test('has only those lines in the document that are about to be seen, wherever it is scrolled, and the active one follows the keys', () => {
    const lines: TreeLine[] = Array.from({ length: 5000 }, (_, at) => ({
      key: `L${at}`,
      level: 1,
      position: at + 1,
      size: 5000,
      isOpen: null,
    }))
    const Long = () => {
      const [at, setAt] = useState<string | null>('L0')
      const same = (key: string) => key
      return <Tree label="Families" lines={lines} active={at} onActive={setAt} onToggle={() => undefined} nameOf={same} render={same} />
    }
    render(<Long />)
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4990 }), (line) => {
        const box = tree()
        box.scrollTop = line * 40
        fireEvent.scroll(box)
        const drawn = screen.getAllByRole('treeitem')
        expect(drawn.length).toBeLessThan(60)
        expect(drawn.map((one) => one.textContent)).toContain(`L${line}`)
        expect(screen.getByRole('treeitem', { name: `L${line}` }).style.top).toBe(`${line * 40}px`)
      }),
      { numRuns: 30 },
    )
    press('End')
    expect(tree().scrollTop).toBe(5000 * 40 - SEEN)
  })

  test('that is scrolled by a line draws one line, and leaves those that stay alone', () => {
    const lines = Array.from({ length: 500 }, (_, at) => ({ key: `L${at}`, level: 1, position: at + 1, size: 500, isOpen: null }))
    const name = (key: string) => key
    const draw = vi.fn(name)
    const nothing = () => undefined
    render(<Tree label="Families" lines={lines} active="L0" onActive={nothing} onToggle={nothing} nameOf={name} render={draw} />)
    const box = tree()
    const drawnBy = (top: number) => {
      draw.mockClear()
      box.scrollTop = top
      fireEvent.scroll(box)
      return new Set(draw.mock.calls.map(([key]) => key)).size
    }
    expect(drawnBy(100 * 40)).toBeGreaterThan(15)
    expect(drawnBy(101 * 40)).toBe(1)
  })
})
