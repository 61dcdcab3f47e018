import Close from '@mui/icons-material/Close'
import Refresh from '@mui/icons-material/Refresh'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#src/api/call.ts'
import { describeUpload } from './uploadFile.ts'
import type { Pending, Uploads } from './useUploads.ts'

const MB = 1024 * 1024

/** Whether another try may help: a file that was refused for what it is stays refused. */
const mayPass = ({ status }: CallFailure) => status === 0 || status === 429 || status >= 500

function useProgressWords({ state, progress }: Pending): { readonly words: string; readonly percent: number | null } {
  const { t, i18n } = useTranslation()
  if (state === 'waiting') return { words: t('media:waiting'), percent: null }
  if (progress == null || progress.total === 0) return { words: t('media:preparing'), percent: null }
  if (progress.sent >= progress.total) return { words: t('media:saving'), percent: 100 }
  const percent = Math.floor((100 * progress.sent) / progress.total)
  const figure = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const words = t('media:progress', { sent: figure.format(progress.sent / MB), total: figure.format(progress.total / MB), percent })
  return { words, percent }
}

function PendingRow({ one, uploads }: { one: Pending; uploads: Uploads }) {
  const { t } = useTranslation()
  const { words, percent } = useProgressWords(one)
  const { name } = one.file
  const failed = one.failure != null
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 44 }}>
      <Stack sx={{ flex: 1, minWidth: 0, gap: 0.5 }}>
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between' }}>
          <Typography variant="body2" noWrap title={name}>
            {name}
          </Typography>
          {!failed && (
            <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {words}
            </Typography>
          )}
        </Stack>
        {one.failure == null ? (
          <LinearProgress
            aria-label={t('media:sending', { name })}
            aria-valuetext={words}
            variant={percent == null ? 'indeterminate' : 'determinate'}
            {...(percent == null ? {} : { value: percent })}
          />
        ) : (
          <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
            {describeUpload(one.failure)}
          </Typography>
        )}
      </Stack>
      {one.failure != null && mayPass(one.failure) && (
        <IconButton size="small" aria-label={t('media:retry', { name })} onClick={() => uploads.retry(one.key)}>
          <Refresh fontSize="small" />
        </IconButton>
      )}
      <IconButton size="small" aria-label={t(failed ? 'media:dismiss' : 'media:cancel', { name })} onClick={() => uploads.cancel(one.key)}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  )
}

/** The files that are on their way, each with its figures, and what went wrong with it in its own row. */
export function PendingList({ uploads }: { uploads: Uploads }) {
  if (uploads.pending.length === 0) return null
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.5 }}>
      {uploads.pending.map((one) => (
        <PendingRow key={one.key} one={one} uploads={uploads} />
      ))}
    </Stack>
  )
}
