import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'

/** Who published it, and when. */
export function NoticeByline({
  publisher,
  at,
  sx = {},
}: {
  publisher: string | null
  at: number | null
  sx?: { mt?: number; mb?: number }
}) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.25, flexWrap: 'wrap', typography: 'caption', color: 'text.secondary', ...sx }}>
      <span>{publisher == null || publisher === '' ? t('notices:system') : t('notices:by', { name: publisher })}</span>
      {at != null && (
        <time dateTime={new Date(at).toISOString()} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {momentText(at)}
        </time>
      )}
    </Stack>
  )
}
