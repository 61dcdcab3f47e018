import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/organization/application'
import { Age } from '#src/ui/Age.tsx'

/** When a program called last, and how much within a day. */
export function DayUse({ usedAt, day }: Pick<Application, 'usedAt' | 'day'>) {
  const { t } = useTranslation()
  return (
    <Typography
      variant="caption"
      component="p"
      sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 2, '& > *': { whiteSpace: 'nowrap' } }}
    >
      <span>
        {usedAt === null ? (
          t('organization:application.neverUsed')
        ) : (
          <>
            {t('organization:application.used')} <Age moment={usedAt} />
          </>
        )}
      </span>
      <span>{t('organization:application.calls', { count: day.calls })}</span>
      {day.refused > 0 && <span>{t('organization:application.refused', { count: day.refused })}</span>}
      {day.limited > 0 && <span>{t('organization:application.limited', { count: day.limited })}</span>}
    </Typography>
  )
}
