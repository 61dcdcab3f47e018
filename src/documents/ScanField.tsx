import ScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { memo, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/core/document'
import type { ResourceName } from '#contract/resources'
import { isFailure } from '#src/api/call.ts'
import type { Option } from '#src/crud/fieldKinds.tsx'
import { findNamed } from '#src/crud/named.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { isWithinBase, type Lines } from './LineCell.tsx'
import { addScanned, type Scanned, scannedIn } from './scan.ts'
import { useWedge } from './useWedge.ts'

interface Scanning extends Lines {
  readonly put: (row: number, values: Readonly<Record<string, unknown>>) => void
}
/** A code that became no line, and why. */
interface Missed {
  readonly key: number
  readonly code: string
  readonly why: string
}

/**
 * Where a barcode scanner types: each code becomes a line, or one more of the line that has it. It is heard, too, while nothing is typed into.
 * Nothing where lines have nothing with a code.
 */
export const ScanField = memo(function ScanField(props: Scanning) {
  const scanned = useMemo(() => scannedIn(props.kind.document), [props.kind.document])
  return scanned && <Scan {...props} scanned={scanned} />
})

function Scan({ kind, form, titles, put, scanned }: Scanning & { scanned: Scanned }) {
  const { document: of, arrangement } = kind
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [last, setLast] = useState<string>()
  const [missed, setMissed] = useState<readonly Missed[]>([])
  const known = useRef(new Map<string, Option>())
  const turn = useRef<Promise<void>>(Promise.resolve())
  const counted = useRef(0)
  const field = of.line[scanned.reference]!

  const miss = (code: string, why: string) => setMissed((all) => [...all, { key: ++counted.current, code, why }])
  const take = async (code: string) => {
    const areaId = isWithinBase(field) ? (form.getValues('areaId') ?? undefined) : undefined
    const found = known.current.get(code) ?? (await findNamed(field.target as ResourceName, code, { areaId }))
    if (found === null) return miss(code, t('documents:scan.unknown', { code }))
    if (isFailure(found)) return miss(code, t('documents:scan.failed', { code, why: reasonOf(found) }))
    known.current.set(code, found)
    const { row, values, isNew } = addScanned(of, scanned, form.getValues('lines'), found.value)
    if (row >= MAX_LINES) return miss(code, t('documents:scan.full', { code, max: MAX_LINES }))
    titles.learn(field, found.value, found.label)
    put(row, { ...values, ...(isNew ? arrangement.scanned?.(found.label) : {}) })
    setLast(t('documents:scan.taken', { title: found.label, row: row + 1, count: values[scanned.count] }))
  }
  /** One after the other: the second of the same goods counts on the line that the first has made. */
  const scan = (given: string) => {
    const code = given.trim()
    if (code !== '') turn.current = turn.current.then(() => take(code))
  }
  useWedge(scan)
  const again = () => {
    setMissed([])
    for (const { code } of missed) scan(code)
  }
  return (
    <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
      <TextField
        size="small"
        label={t('documents:scan.label')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // It is not the form's button.
          event.preventDefault()
          scan(typed)
          setTyped('')
        }}
        helperText={last ?? t('documents:scan.hint')}
        sx={{ width: '100%', maxWidth: 420 }}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { maxLength: 100, autoComplete: 'off' },
          formHelperText: { role: 'status' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <ScannerIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {missed.length > 0 && (
        <Alert
          severity="warning"
          // On a phone what is to be done stands below what is wrong.
          sx={{
            mt: 1,
            flexWrap: 'wrap',
            '& .MuiAlert-message': { flex: '1 1 180px' },
            '& .MuiAlert-action': { whiteSpace: 'nowrap', ml: 'auto' },
          }}
          action={
            <>
              <Button color="inherit" size="small" onClick={again}>
                {t('documents:scan.again')}
              </Button>
              <Button color="inherit" size="small" onClick={() => setMissed([])}>
                {t('documents:scan.dismiss')}
              </Button>
            </>
          }
        >
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {missed.map(({ key, why }) => (
              <li key={key}>{why}</li>
            ))}
          </Stack>
        </Alert>
      )}
    </Box>
  )
}
