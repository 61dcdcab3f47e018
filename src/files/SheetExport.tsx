import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Coming, readBlob } from '#src/api/blob.ts'
import { isFailure } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { bytesText } from '#src/ui/bytesText.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const WIDTH = 460
type State = { readonly at: 'making' } | { readonly at: 'coming'; readonly bytes: Coming } | { readonly at: 'failed'; readonly why: string }

/** Takes all rows of a list along as a spreadsheet: how far it is stands in a window, where it may be given up or, where it failed, tried again. */
export function SheetExport({
  path,
  query,
  title,
  rows,
}: {
  /** Of the call that makes it, with `{t}`. */
  path: string
  query: Readonly<Record<string, unknown>>
  /** The name of the file, without its ending. */
  title: string
  /** How many rows it has. */
  rows: number
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [state, setState] = useState<State | null>(null)
  const asked = useRef<AbortController | null>(null)
  useEffect(() => () => asked.current?.abort(), [])
  const begin = async () => {
    setState({ at: 'making' })
    asked.current = new AbortController()
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await readBlob(`${path.replace('{t}', String(tenantId))}?${words}`, {
      signal: asked.current.signal,
      onBytes: (bytes) => setState({ at: 'coming', bytes }),
    })
    if (isFailure(answer)) return setState(answer.code === 'error.aborted' ? null : { at: 'failed', why: reasonOf(answer) })
    setState(null)
    saveBlob(`${title}.xlsx`, answer)
    toast('success', t('crud:takeAlong.saved', { name: `${title}.xlsx` }))
  }
  const close = () => {
    asked.current?.abort()
    setState(null)
  }
  const bytes = state?.at === 'coming' ? state.bytes : null
  const share = bytes?.whole ? Math.round((100 * bytes.done) / bytes.whole) : null
  const words = bytes === null ? t('crud:takeAlong.making') : t('crud:takeAlong.coming', { done: bytesText(bytes.done) })
  return (
    <>
      <Button startIcon={<DownloadIcon />} onClick={() => void begin()}>
        {t('crud:export')}
      </Button>
      <Modal
        open={state !== null}
        onClose={close}
        title={t('crud:takeAlong.title', { title })}
        width={WIDTH}
        keepOpen
        actions={
          <>
            <Button onClick={close}>{t(state?.at === 'failed' ? 'crud:close' : 'crud:cancel')}</Button>
            {state?.at === 'failed' && (
              <Button variant="contained" onClick={() => void begin()}>
                {t('crud:takeAlong.again')}
              </Button>
            )}
          </>
        }
      >
        {state?.at === 'failed' ? (
          <Alert severity="error">{state.why}</Alert>
        ) : (
          <Stack sx={{ gap: 1 }}>
            <Typography variant="body2">{t('crud:takeAlong.rows', { count: rows })}</Typography>
            <LinearProgress aria-label={words} {...(share === null ? {} : { variant: 'determinate', value: share })} />
            <Typography variant="caption" aria-live="polite" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {words}
              {share !== null && ` · ${share}%`}
            </Typography>
          </Stack>
        )}
      </Modal>
    </>
  )
}
