import ChevronRight from '@mui/icons-material/ChevronRight'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { type DragEvent, type KeyboardEvent, memo, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { begins } from '../theme/typedText.ts'

/** A line of a tree as it is shown. */
export interface TreeLine {
  readonly key: string
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly size: number
  /** Null where nothing is under it. */
  readonly isOpen: boolean | null
}

export interface TreeDrag {
  readonly mayDrag: (key: string) => boolean
  readonly mayDrop: (dragged: string, onto: string) => boolean
  readonly onDrop: (dragged: string, onto: string) => void
}

export interface TreeProps {
  readonly label: string
  readonly lines: readonly TreeLine[]
  readonly active: string | null
  readonly onActive: (key: string) => void
  readonly onToggle: (key: string, open: boolean) => void
  /** Everything beside walking: Enter, cut and paste. Answers whether the key was its own. */
  readonly onKey?: ((event: KeyboardEvent, key: string) => boolean) | undefined
  /** Marked beside the active one: several that are acted on together. */
  readonly marked?: ReadonlySet<string> | undefined
  readonly onMark?: ((key: string) => void) | undefined
  /** What it is called, for letters that jump; who hears the tree hears all that its line says. */
  readonly nameOf: (key: string) => string
  readonly render: (key: string) => ReactNode
  readonly drag?: TreeDrag | undefined
  readonly lineHeight?: number
  readonly describedBy?: string | undefined
}

const LINE = 40
const INDENT = 20
/** Lines that are drawn above and below those that are seen. */
const BEYOND = 12
/** Letters within this time are one word, ms. */
const WORD_MS = 700

const NOTHING: ReadonlySet<string> = new Set()

/**
 * A tree by WAI-ARIA: arrows walk, open and close, Home and End lead to its ends, `*` opens all sisters, letters jump. Only the lines that
 * are seen are in the document, however long it is. The whole tree has the focus; its active line is told by `aria-activedescendant`.
 */
export function Tree(props: TreeProps) {
  const { label, lines, active, onActive, onToggle, onKey, marked = NOTHING, onMark, nameOf, render, drag, lineHeight = LINE } = props
  const own = useId()
  const box = useRef<HTMLDivElement>(null)
  const word = useRef({ text: '', at: 0 })
  const followed = useRef<string | null>(null)
  const [first, setFirst] = useState(0)
  const [height, setHeight] = useState(600)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const at = lines.findIndex(({ key }) => key === active)
  const idOf = (line: number) => `${own}-${line}`

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Wherever the active line goes, it is seen.
  useLayoutEffect(() => {
    const element = box.current
    // When it becomes active, not when others open above it.
    if (element === null || at < 0 || followed.current === active) return
    followed.current = active
    const top = at * lineHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + lineHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + lineHeight - element.clientHeight
  }, [active, at, lineHeight])

  const goTo = (line: number) => {
    const next = lines[Math.max(0, Math.min(lines.length - 1, line))]
    if (next) onActive(next.key)
  }
  const parentOf = (line: number) => lines.findLastIndex((one, nth) => nth < line && one.level < lines[line]!.level)
  const jump = (letter: string, time: number, typed: { text: string; at: number }) => {
    const before = time - typed.at < WORD_MS ? typed.text : ''
    const text = before + letter.toLowerCase()
    word.current = { text, at: time }
    // One letter again and again leads from one to the next; a word stays on what it already fits.
    const isOne = text === text[0]!.repeat(text.length)
    const wanted = isOne ? text[0]! : text
    const from = Math.max(0, at) + (isOne ? 1 : 0)
    for (let step = 0; step < lines.length; step++) {
      const line = (from + step) % lines.length
      if (begins(nameOf(lines[line]!.key), wanted)) return goTo(line)
    }
  }
  const walk = (event: KeyboardEvent): boolean => {
    const line = lines[at]
    const { key } = event
    const typed = word.current
    // Any other key ends the word.
    word.current = { text: '', at: 0 }
    if (key === 'ArrowDown') goTo(at + 1)
    else if (key === 'ArrowUp') goTo(at < 0 ? 0 : at - 1)
    else if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(lines.length - 1)
    else if (key === 'PageDown') goTo(at + Math.floor(height / lineHeight))
    else if (key === 'PageUp') goTo(at - Math.floor(height / lineHeight))
    else if (key === 'ArrowRight') {
      if (line?.isOpen === false) onToggle(line.key, true)
      else if (line?.isOpen === true) goTo(at + 1)
    } else if (key === 'ArrowLeft') {
      if (line?.isOpen === true) onToggle(line.key, false)
      else if (at >= 0 && parentOf(at) >= 0) goTo(parentOf(at))
    } else if (key === ' ' && line) onMark?.(line.key)
    else if (key === '*' && line) {
      const parent = parentOf(at)
      for (const [nth, one] of lines.entries())
        if (one.isOpen === false && one.level === line.level && parentOf(nth) === parent) onToggle(one.key, true)
    } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) jump(key, event.timeStamp, typed)
    else return false
    return true
  }
  const lineOf = (event: MouseEvent | DragEvent): TreeLine | undefined => {
    const element = (event.target as Element).closest<HTMLElement>('[role=treeitem]')
    return element === null ? undefined : lines[Number(element.dataset['nth'])]
  }
  /** The line that takes what is dragged over it. */
  const takes = (event: DragEvent): string | null => {
    const onto = lineOf(event)?.key
    if (onto === undefined || dragged === null || drag?.mayDrop(dragged, onto) !== true) return null
    event.preventDefault()
    return onto
  }
  const letGo = () => {
    setDragged(null)
    setOver(null)
  }
  const isMarking = marked.size > 0
  const shown = lines.slice(Math.max(0, first - BEYOND), first + Math.ceil(height / lineHeight) + BEYOND)
  const begin = Math.max(0, first - BEYOND)
  return (
    <Box
      ref={box}
      role="tree"
      aria-label={label}
      aria-multiselectable={onMark ? true : undefined}
      aria-activedescendant={at >= 0 ? idOf(at) : undefined}
      aria-describedby={props.describedBy}
      tabIndex={0}
      onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / lineHeight))}
      onFocus={() => {
        if (at < 0) goTo(0)
      }}
      // What is done to a line is heard here: lines that stay while others come and go are then not drawn anew.
      onClick={(event) => {
        const line = lineOf(event)
        if (line === undefined) return
        if (line.isOpen !== null && (event.target as Element).closest('[data-toggle]')) return onToggle(line.key, !line.isOpen)
        if (onMark && (event.ctrlKey || event.metaKey)) onMark(line.key)
        onActive(line.key)
      }}
      onDoubleClick={(event) => {
        const line = lineOf(event)
        if (line && line.isOpen !== null && !(event.target as Element).closest('[data-toggle]')) onToggle(line.key, !line.isOpen)
      }}
      onDragStart={(event) => {
        const line = lineOf(event)
        if (line === undefined) return
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', nameOf(line.key))
        setDragged(line.key)
      }}
      onDragEnd={letGo}
      onDragOver={(event) => setOver(takes(event))}
      onDrop={(event) => {
        const onto = takes(event)
        if (onto === null || dragged === null) return
        drag?.onDrop(dragged, onto)
        letGo()
      }}
      onKeyDown={(event) => {
        const line = lines[at]
        if ((line && onKey?.(event, line.key)) || walk(event)) {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        contain: 'strict',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box role="none" sx={{ position: 'relative', height: lines.length * lineHeight }}>
        {shown.map((line, nth) => {
          const { key } = line
          const isActive = key === active
          return (
            <Line
              key={key}
              id={idOf(begin + nth)}
              line={line}
              nth={begin + nth}
              height={lineHeight}
              isActive={isActive}
              isSelected={isMarking ? marked.has(key) : isActive}
              isOver={over === key && dragged !== null}
              isDraggable={drag?.mayDrag(key) === true}
              render={render}
            />
          )
        })}
      </Box>
    </Box>
  )
}

interface LineProps {
  readonly id: string
  readonly line: TreeLine
  readonly nth: number
  readonly height: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isOver: boolean
  readonly isDraggable: boolean
  readonly render: (key: string) => ReactNode
}

const Line = memo((props: LineProps) => {
  const { id, line, nth, height, isActive, isSelected, isOver, isDraggable, render } = props
  const Arrow = line.isOpen === true ? ExpandMore : ChevronRight
  // The keys of the tree act on its active line.
  return (
    <Whole
      id={id}
      role="treeitem"
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.size}
      aria-expanded={line.isOpen ?? undefined}
      aria-selected={isSelected}
      draggable={isDraggable}
      data-nth={nth}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
      // What differs from line to line is no style of its own: a sheet would grow with the tree.
      style={{ top: nth * height, height, paddingLeft: (line.level - 1) * INDENT + 4 }}
    >
      {line.isOpen === null ? <span className="arrow" /> : <Arrow className="arrow" aria-hidden data-toggle fontSize="small" />}
      {render(line.key)}
    </Whole>
  )
})

/** The styles of a line are computed once, not line by line: a tree that is scrolled draws a hundred of them a second. */
const Whole = styled('div')(({ theme: { vars, spacing } }) => ({
  position: 'absolute',
  left: 0,
  right: 0,
  paddingRight: spacing(1),
  gap: spacing(0.5),
  display: 'flex',
  alignItems: 'center',
  cursor: 'pointer',
  userSelect: 'none',
  outlineColor: vars?.palette.primary.main,
  outlineOffset: -2,
  '&:hover': { backgroundColor: vars?.palette.action.hover },
  '&[aria-selected=true]': { backgroundColor: vars?.palette.action.selected },
  '&[data-active]': { boxShadow: `inset 3px 0 ${vars?.palette.primary.main}` },
  '&[data-over]': { outline: `2px dashed ${vars?.palette.primary.main}` },
  '& > .arrow': { width: 24, flexShrink: 0, color: vars?.palette.text.secondary },
}))
