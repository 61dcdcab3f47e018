import ChevronRight from '@mui/icons-material/ChevronRight'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

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
      if (nameOf(lines[line]!.key).toLowerCase().startsWith(wanted)) return goTo(line)
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
              top={(begin + nth) * lineHeight}
              height={lineHeight}
              isActive={isActive}
              isSelected={isMarking ? marked.has(key) : isActive}
              isOver={over === key && dragged !== null}
              isDraggable={drag?.mayDrag(key) === true}
              onPick={(event) => {
                if (onMark && (event.ctrlKey || event.metaKey)) onMark(key)
                onActive(key)
              }}
              onToggle={() => onToggle(key, line.isOpen !== true)}
              onDrag={(kind, event) => {
                if (!drag) return
                if (kind === 'start') {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', nameOf(key))
                  setDragged(key)
                } else if (kind === 'end') {
                  setDragged(null)
                  setOver(null)
                } else if (dragged !== null && drag.mayDrop(dragged, key)) {
                  event.preventDefault()
                  if (kind === 'over') return setOver(key)
                  drag.onDrop(dragged, key)
                  setDragged(null)
                  setOver(null)
                } else if (kind === 'over') setOver(null)
              }}
            >
              {render(key)}
            </Line>
          )
        })}
      </Box>
    </Box>
  )
}

interface LineProps {
  readonly id: string
  readonly line: TreeLine
  readonly top: number
  readonly height: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isOver: boolean
  readonly isDraggable: boolean
  readonly onPick: (event: MouseEvent) => void
  readonly onToggle: () => void
  readonly onDrag: (kind: 'start' | 'over' | 'drop' | 'end', event: DragEvent) => void
  readonly children: ReactNode
}

function Line(props: LineProps) {
  const { id, line, top, height, isActive, isSelected, isOver, isDraggable, onPick, onToggle, onDrag, children } = props
  const Arrow = line.isOpen === true ? ExpandMore : ChevronRight
  // The keys of the tree act on its active line.
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.size}
      aria-expanded={line.isOpen ?? undefined}
      aria-selected={isSelected}
      draggable={isDraggable}
      onClick={onPick}
      onDoubleClick={line.isOpen === null ? undefined : onToggle}
      onDragStart={(event) => onDrag('start', event)}
      onDragEnd={(event) => onDrag('end', event)}
      onDragOver={(event) => onDrag('over', event)}
      onDrop={(event) => onDrag('drop', event)}
      // What differs from line to line is no style of its own: a sheet would grow with the tree.
      style={{ top, height, paddingLeft: (line.level - 1) * INDENT + 4 }}
      sx={{
        position: 'absolute',
        left: 0,
        right: 0,
        pr: 1,
        gap: 0.5,
        display: 'flex',
        alignItems: 'center',
        cursor: 'pointer',
        userSelect: 'none',
        bgcolor: isSelected ? 'action.selected' : 'transparent',
        boxShadow: isActive ? (theme) => `inset 3px 0 ${theme.vars?.palette.primary.main}` : 'none',
        outline: isOver ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
        outlineOffset: -2,
        '&:hover': { bgcolor: isSelected ? 'action.selected' : 'action.hover' },
      }}
    >
      {line.isOpen === null ? (
        <Box sx={{ width: 24, flexShrink: 0 }} />
      ) : (
        <Arrow
          aria-hidden
          fontSize="small"
          sx={{ width: 24, flexShrink: 0, color: 'text.secondary' }}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        />
      )}
      {children}
    </Box>
  )
}
