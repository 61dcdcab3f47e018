import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/core/document'
import { toast } from '#src/ui/toast.ts'
import type { LinePart } from './arrangement.ts'
import { blankLine, copyOf, type DraftLine, lineWith } from './draft.ts'
import { focusIn, isWithinBase, type Lines } from './LineCell.tsx'
import { placeOf } from './LineRow.tsx'
import { findReferences, type Names, readRows, writeRows } from './pasting.ts'
import { useDocumentWords } from './useDocumentWords.ts'

interface Place {
  readonly row: number
  readonly name: string
}

/** The lines of a form: what is done to them, by buttons, by keyboard and by pasting. */
export function useLines({ kind, form, titles }: Lines, parts: readonly LinePart[]) {
  const { document: of } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const { control, getValues, setValue } = form
  const array = useFieldArray<{ lines: DraftLine[] }, 'lines', 'key'>({
    control: control as unknown as Control<{ lines: DraftLine[] }>,
    name: 'lines',
    // `id` is the line's own.
    keyName: 'key',
  })
  const { fields, append, insert, remove, replace } = array
  const full = fields.length >= MAX_LINES
  const order = useMemo(() => parts.flatMap((part) => (part.is === 'field' ? [part.name] : [])), [parts])
  const first = order[0]!

  const root = useRef<HTMLDivElement>(null)
  /** Where the cursor goes once the lines stand as they were changed. */
  const wanted = useRef<Place>(null)
  const focus = ({ row, name }: Place) => {
    const box = root.current?.querySelector(`[data-place="${placeOf(row, name)}"]`)
    if (box) focusIn(box)
  }
  useEffect(() => {
    if (wanted.current) focus(wanted.current)
    wanted.current = null
  }, [fields])

  const acts = useMemo(() => {
    const count = () => getValues('lines').length
    return {
      count,
      add(name: string) {
        if (count() >= MAX_LINES) return
        wanted.current = { row: count(), name }
        append(blankLine(of), { shouldFocus: false })
      },
      duplicate(row: number, name = first) {
        if (count() >= MAX_LINES) return
        wanted.current = { row: row + 1, name }
        insert(row + 1, copyOf(getValues(`lines.${row}`)), { shouldFocus: false })
      },
      /** Fills cells of a line; behind the last one, of a new line. */
      put: (row: number, values: Readonly<Record<string, unknown>>) => {
        if (row === count()) return append(lineWith(of, values), { shouldFocus: false })
        for (const [name, value] of Object.entries(values))
          setValue(`lines.${row}.${name}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
      },
      remove(row: number) {
        const left = count() - 1
        if (left > 0) wanted.current = { row: Math.min(row, left - 1), name: first }
        remove(row)
      },
    }
  }, [form, getValues, setValue, append, insert, remove, of, first])

  const paste = async (rows: string[][], at: Place) => {
    const given = { order, rows, ...at }
    const areaId = getValues('areaId') ?? undefined
    const found = await findReferences(of, given, (field) => (isWithinBase(field) ? areaId : undefined))
    for (const [name, options] of found) for (const { value, label } of options.values()) titles.learn(of.line[name]!, value, label)
    const named: Names = (name, cell) => {
      const field = of.line[name]!
      if (field.kind === 'reference') return found.get(name)?.get(cell)?.value
      const offered =
        field.kind === 'flag'
          ? [1, 0].map((value) => ({ value, label: t(value === 1 ? 'crud:yes' : 'crud:no') }))
          : words.options(name, field)
      return offered.find(({ value, label }) => label === cell || String(value) === cell)?.value
    }
    const { lines, missing } = writeRows(of, getValues('lines'), given, named)
    replace(lines)
    const count = Math.min(rows.length, MAX_LINES - at.row)
    if (missing === 0) toast('info', t('documents:line.pasted', { count }))
    else toast('warning', t('documents:line.pastedSome', { count, missing }))
  }

  /** The place that an event comes from; null of what only hangs on a cell, such as an open list of choices. */
  const placeAt = ({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): Place | null => {
    if (!(target instanceof Element) || !currentTarget.contains(target)) return null
    const [, row, name] = /^(\d+)\.(.+)$/.exec(target.closest('[data-place]')?.getAttribute('data-place') ?? '') ?? []
    return name === undefined ? null : { row: Number(row), name }
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const at = event.nativeEvent.isComposing ? null : placeAt(event)
    if (!at) return
    const target = event.target as HTMLElement
    // Its list of choices is open, or it is a button in the cell: the key is theirs.
    if (target.getAttribute('aria-expanded') === 'true' || target.closest('button')) return
    const control = event.ctrlKey || event.metaKey
    // Arrows choose in a list, and count in a day.
    const arrows = target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox' && !control
    const goTo = (row: number) => {
      event.preventDefault()
      event.stopPropagation()
      if (row === acts.count()) acts.add(first)
      else if (row >= 0) focus({ row, name: at.name })
    }
    // Enter is the next line here, not the form's button.
    if (event.key === 'Enter' && !control) goTo(at.row + (event.shiftKey ? -1 : 1))
    else if (event.key === 'ArrowDown' && arrows && at.row + 1 < acts.count()) goTo(at.row + 1)
    else if (event.key === 'ArrowUp' && arrows && at.row > 0) goTo(at.row - 1)
    else if (control && !event.shiftKey && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      acts.duplicate(at.row, at.name)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const at = placeAt(event)
    const rows = at && readRows(event.clipboardData.getData('text/plain'))
    if (!at || !rows) return
    event.preventDefault()
    void paste(rows, at)
  }
  return { fields, full, add: () => acts.add(first), acts, listening: { ref: root, onKeyDownCapture, onPaste } }
}
