import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull, DocumentLine } from '#contract/core/document'
import { FIRST_DAY } from '#contract/core/values'
import { millionths, plainText } from '#contract/core/exact'
import { call } from '#src/api/call.ts'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { exactQuantity } from '#src/ui/exactText.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { plainAmount } from './draft.ts'
import { type DocumentKind, movedAxis } from './arrangement.ts'
import { useRereadDocuments } from './useDocumentActs.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { Value } from './Value.tsx'
import { MomentInput } from '#src/ui/MomentInput.tsx'

const openOf = ({ planned, done }: DocumentLine) => millionths(planned)! - millionths(done)!

/** Asks how much of each open line moves, and when it did, and posts it. What is open stands there to begin with; nothing typed leaves a line out. */
export function PostDialog({ kind, of, onClose }: { kind: DocumentKind; of: AnyDocumentFull; onClose: () => void }) {
  const { document } = kind
  const { t, i18n } = useTranslation()
  const words = useDocumentWords(document)
  const reread = useRereadDocuments(document)
  const open = of.lines.map((line, at) => ({ line, at })).filter(({ line }) => openOf(line) > 0n)
  const begun: { at: number | null; typed: Record<string, string> } = {
    at: null,
    typed: Object.fromEntries(open.map(({ line }) => [String(line.id), plainText(openOf(line))])),
  }
  const act = useActWindow(`post ${of.id} ${of.objectVersionNumber}`, begun, onClose)
  const { value, change, close, faults: refused } = act
  const [asked, setAsked] = useState(false)
  /** What the picker says against its moment: half typed, too early, to come. */
  const [atFault, setAtFault] = useState<string | null>(null)
  const atInput = useRef<HTMLInputElement>(null)
  const axis = movedAxis(document)

  const typedOf = ({ id }: DocumentLine) => plainAmount(value.typed[String(id)] ?? '')
  function faultOf(line: DocumentLine, at: number): string | undefined {
    const text = typedOf(line)
    const count = millionths(text)
    if (text !== '' && (count === null || count < 0n)) return t('errors:field.amount')
    if (count !== null && count > openOf(line)) return t('errors:field.moreThanOpen')
    return refused[`lines.${at}.quantity`]
  }
  const wanted = open.filter(({ line }) => (millionths(typedOf(line)) ?? 0n) > 0n)
  const isWrong = open.some(({ line, at }) => faultOf(line, at) !== undefined)
  async function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    // The picker says nothing of what is half typed; it is not "now".
    const isHalf = value.at === null && atFault === null && (atInput.current?.value ?? '') !== ''
    if (isHalf) setAtFault('invalidDate')
    if (isWrong || isHalf || atFault !== null || wanted.length === 0) return
    const body = {
      objectVersionNumber: of.objectVersionNumber,
      ...(value.at === null ? {} : { effectiveAt: value.at }),
      lines: wanted.map(({ line }) => ({ id: line.id, quantity: typedOf(line) })),
    }
    await act.send(
      () => call(document.calls.post!, { params: { id: of.id }, body }, { quiet: true }),
      t(`documents:post.done.${axis}`),
      reread,
      (answer) => {
        const isStale = answer.code === 'error.version.stale'
        act.say(answer.fields ?? {}, isStale ? t('documents:stale.info') : reasonOf(answer))
        if (isStale) reread()
      },
    )
  }
  const head = kind.arrangement.line.head
  const atWords =
    atFault === null
      ? refused['effectiveAt']
      : t(`errors:field.${atFault === 'minDate' ? 'tooEarly' : atFault === 'disableFuture' ? 'future' : 'invalid'}`)
  return (
    <Modal open keepOpen onClose={close} width={680} title={`${t(`documents:post.title.${axis}`)} · ${of.code}`}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <DraftNote shown={act.brought} onDrop={act.undo} />
        <SmallTable
          label={words.label('lines')}
          heads={[
            words.lineLabel(head),
            { words: t('documents:post.open'), right: true },
            { words: t('documents:post.now'), sx: { width: { xs: 150, sm: 220 } } },
          ]}
          sx={{ '& td, & th': { px: 1 } }}
        >
          {open.map(({ line, at }) => {
            const fault = faultOf(line, at)
            return (
              <TableRow key={line.id}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  <Value kind={kind} name={head} field={document.line[head]!} holder={line} cell={kind.arrangement.cells?.line?.[head]} />
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                  {exactQuantity(plainText(openOf(line)), i18n.language)} {line.stockUnit}
                </TableCell>
                <TableCell>
                  <TextField
                    size="small"
                    fullWidth
                    hiddenLabel
                    value={value.typed[String(line.id)] ?? ''}
                    onChange={({ target }) => {
                      // What was refused of it was what stood there.
                      const { [`lines.${at}.quantity`]: _, ...others } = refused
                      act.say(others, act.failure)
                      change({ ...value, typed: { ...value.typed, [line.id]: target.value } })
                    }}
                    error={fault !== undefined}
                    helperText={fault}
                    slotProps={{
                      htmlInput: {
                        inputMode: 'decimal',
                        maxLength: 22,
                        style: { textAlign: 'right' },
                        'aria-label': t('documents:line.of', { label: t('documents:post.now'), row: at + 1 }),
                      },
                      input: { endAdornment: <InputAdornment position="end">{line.stockUnit}</InputAdornment> },
                    }}
                  />
                </TableCell>
              </TableRow>
            )
          })}
        </SmallTable>
        <MomentInput
          label={t('documents:post.at')}
          inputRef={atInput}
          disableFuture
          firstDay={FIRST_DAY}
          value={value.at}
          onChange={(at, _, fault) => {
            setAtFault(fault)
            act.say({}, act.failure)
            change({ ...value, at })
          }}
          slotProps={{
            textField: {
              size: 'small',
              ...(atWords === undefined ? {} : { error: true }),
              helperText: atWords ?? t('documents:post.atHint'),
            },
            field: { clearable: true },
          }}
        />
        {asked && wanted.length === 0 && <Alert severity="warning">{t('documents:post.nothing')}</Alert>}
        {act.failure !== undefined && <Alert severity="error">{act.failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
            {t('documents:post.count', { count: wanted.length })}
          </Typography>
          <Button onClick={close}>{t('documents:cancel')}</Button>
          <Button type="submit" variant="contained" loading={act.busy}>
            {t(`documents:post.act.${axis}`)}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
