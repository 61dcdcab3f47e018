import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_DELAY_MS } from './useSearch.ts'
import { DayInput } from './DayInput.tsx'
import { MomentInput } from './MomentInput.tsx'

/** FRAME-12: every item is this wide, in px; a phone's items fill its width. */
const ITEM_WIDTH = 304
const GAP = 16
const DEFAULT_ROWS = 5

export interface Filter {
  readonly name: string
  readonly label: string
  /** Makes it a choice of one; without it, free text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Makes it a day, YYYY-MM-DD. */
  readonly day?: boolean
  /** Makes it a moment that is past, ms UTC; shown to the minute. */
  readonly moment?: boolean
}

const keyOf = (values: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other)))

interface TimedProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}
const lookOf = (name: string) => ({
  sx: { width: { xs: '100%', sm: ITEM_WIDTH } },
  slotProps: { textField: { size: 'small' as const, name, slotProps: { inputLabel: { shrink: true } } }, field: { clearable: true } },
})

/** Acts once a whole day stands in it, or it was emptied. */
function DayFilter({ name, label, value, onChange }: TimedProps) {
  return (
    <DayInput
      label={label}
      value={value === '' ? null : value}
      onChange={(day, isHalf) => {
        if (!isHalf) onChange(day ?? '')
      }}
      {...lookOf(name)}
    />
  )
}

/** Acts once a whole moment stands in it, or it was emptied. */
function MomentFilter({ name, label, value, onChange }: TimedProps) {
  return (
    <MomentInput
      label={label}
      disableFuture
      value={/^\d{1,13}$/.test(value) ? Number(value) : null}
      // At every other moment of its choice the list would be asked for what nobody wants to see.
      onAccept={(at) => onChange(at === null ? '' : String(at))}
      {...lookOf(name)}
    />
  )
}

/**
 * The filters of a list. Text acts when it stood still for a moment, or at once by Enter or the button; a choice acts at once. `rows` (1 to 6) is how many rows of items show
 * before the rest has to be asked for.
 */
export function FilterBar({
  filters,
  values,
  onChange,
  rows = DEFAULT_ROWS,
}: {
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
  rows?: number
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Record<string, string>>(values)
  const [expanded, setExpanded] = useState(false)
  const [perRow, setPerRow] = useState(filters.length)
  const bar = useRef<HTMLFormElement>(null)

  // Back and forward change the address under the bar: it follows. What it asked for itself is no news, or it would undo newer typing.
  const shown = keyOf(values)
  const [followed, setFollowed] = useState(shown)
  const [sent, setSent] = useState(shown)
  if (followed !== shown) {
    setFollowed(shown)
    if (sent !== shown) {
      setSent(shown)
      setDraft(values)
    }
  }
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  useEffect(() => {
    if (!bar.current) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setPerRow(Math.max(1, Math.floor((entry.contentRect.width + GAP) / (ITEM_WIDTH + GAP))))
    })
    watcher.observe(bar.current)
    return () => watcher.disconnect()
  }, [])

  const room = perRow === 1 ? 1 : perRow * Math.min(6, Math.max(1, rows))
  const visible = expanded ? filters : filters.slice(0, room)
  const apply = (given: Record<string, string>) => {
    clearTimeout(later.current)
    const next: Record<string, string> = Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
    )
    if (keyOf(next) === sent) return
    setSent(keyOf(next))
    onChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(draft)
  }
  return (
    <Box component="search">
      <Box component="form" ref={bar} onSubmit={submit} sx={{ display: 'flex', flexWrap: 'wrap', gap: `${GAP}px`, alignItems: 'center' }}>
        {visible.map(({ name, label, options, day, moment }) => {
          const Timed = day ? DayFilter : moment ? MomentFilter : null
          return Timed ? (
            <Timed
              key={name}
              name={name}
              label={label}
              value={draft[name] ?? ''}
              onChange={(value) => {
                const next = { ...draft, [name]: value }
                setDraft(next)
                apply(next)
              }}
            />
          ) : (
            <TextField
              key={name}
              name={name}
              label={label}
              select={options !== undefined}
              value={draft[name] ?? ''}
              placeholder={t('crud:enter')}
              sx={{ width: { xs: '100%', sm: ITEM_WIDTH } }}
              slotProps={{
                // A label that names several fields is longer than its item.
                inputLabel: { shrink: true, title: label },
                htmlInput: { maxLength: 100 },
                select: { displayEmpty: true },
              }}
              onChange={({ target }) => {
                const next = { ...draft, [name]: target.value }
                setDraft(next)
                clearTimeout(later.current)
                if (options) apply(next)
                else later.current = setTimeout(() => apply(next), SEARCH_DELAY_MS)
              }}
            >
              {options && [
                <MenuItem key="" value="">
                  {t('crud:all')}
                </MenuItem>,
                ...options.map((option) => (
                  <MenuItem key={option.value} value={option.value}>
                    {option.label}
                  </MenuItem>
                )),
              ]}
            </TextField>
          )
        })}
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button type="submit" variant="contained">
            {t('crud:search')}
          </Button>
          <Button
            onClick={() => {
              setDraft({})
              clearTimeout(later.current)
              setSent(keyOf({}))
              onChange({})
            }}
          >
            {t('crud:reset')}
          </Button>
          {filters.length > room && (
            <Button
              aria-expanded={expanded}
              endIcon={expanded ? <ExpandLessIcon /> : <ExpandMoreIcon />}
              onClick={() => setExpanded(!expanded)}
            >
              {t(expanded ? 'crud:collapse' : 'crud:expand')}
            </Button>
          )}
        </Stack>
      </Box>
    </Box>
  )
}
