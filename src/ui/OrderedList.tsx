import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { unseen } from './unseen.ts'

/** Rows in an order that is changed by dragging, or by the buttons of each; without `onOrder` they stand as they are. */
export function OrderedList<Row>({
  label,
  rows,
  idOf,
  words,
  onOrder,
  render,
}: {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => number
  words: {
    readonly earlier: (row: Row) => string
    readonly later: (row: Row) => string
    /** What is said once it stands at a place, from 1. */
    readonly moved: (row: Row, nth: number) => string
  }
  onOrder?: (ids: readonly number[]) => Promise<boolean>
  render: (row: Row) => ReactNode
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const move = async (from: number, to: number) => {
    if (onOrder === undefined || busy || from === to || to < 0 || to >= rows.length) return
    const ids = rows.map(idOf)
    const [moved] = ids.splice(from, 1)
    ids.splice(to, 0, moved!)
    setBusy(true)
    const done = await onOrder(ids)
    setBusy(false)
    if (done) setTold(words.moved(rows[from]!, to + 1))
  }
  return (
    <>
      <Stack component="ol" aria-label={label} aria-busy={busy} sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
        {rows.map((row, at) => (
          <Card
            component="li"
            key={idOf(row)}
            draggable={onOrder !== undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) void move(dragged, at)
              setDragged(null)
            }}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5, opacity: dragged === at ? 0.5 : 1 }}
          >
            {onOrder !== undefined && (
              <Stack>
                <IconButton size="small" disabled={at === 0} aria-label={words.earlier(row)} onClick={() => void move(at, at - 1)}>
                  <ArrowUpward fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={at === rows.length - 1}
                  aria-label={words.later(row)}
                  onClick={() => void move(at, at + 1)}
                >
                  <ArrowDownward fontSize="small" />
                </IconButton>
              </Stack>
            )}
            {render(row)}
          </Card>
        ))}
      </Stack>
      <Box component="output" sx={unseen}>
        {told}
      </Box>
    </>
  )
}
