import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import SaveAlt from '@mui/icons-material/SaveAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { useSession } from '#src/session/session.ts'
import { saveText } from '#src/ui/saveText.ts'
import { toast } from '#src/ui/toast.ts'

/** The codes for when the phone is lost, shown this once: to be copied, saved or written down before anything else. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation()
  const { self } = useSession()
  const text = [t('account:factor.fileHead', { name: self?.loginName ?? '' }), '', ...codes, ''].join('\r\n')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('success', t('account:factor.copied')),
      () => toast('warning', t('account:factor.notCopied')),
    )
  return (
    <Stack sx={{ gap: 2 }}>
      <Alert severity="warning">{t('account:factor.codesLead')}</Alert>
      <Box
        component="ul"
        aria-label={t('account:factor.codes')}
        sx={{
          m: 0,
          p: 2,
          listStyle: 'none',
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          bgcolor: 'background.default',
          borderRadius: 1,
          fontFamily: 'monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {/* Without https a browser has no clipboard. */}
        {(navigator as Partial<Navigator>).clipboard !== undefined && (
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t('account:factor.copy')}
          </Button>
        )}
        <Button startIcon={<SaveAlt />} onClick={() => saveText('furrow-recovery-codes.txt', text, 'text/plain')}>
          {t('account:factor.save')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button variant="contained" onClick={onKept}>
          {t('account:factor.kept')}
        </Button>
      </Stack>
    </Stack>
  )
}
