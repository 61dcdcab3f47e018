import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { PlanPackage } from '#contract/farm/planPackage'
import { decimalText } from '#src/ui/decimalText.ts'

/** The subplans of a package, each with its days and its tasks. */
export function SubplansFacts({ value }: { value: unknown }) {
  const { t, i18n } = useTranslation()
  const subplans = value as PlanPackage['subplans']
  if (subplans.length === 0) return <>{t('crud:none')}</>
  const used = ({ productName: name, quantity, unit, perMu }: PlanPackage['subplans'][number]['tasks'][number]['materials'][number]) =>
    `${name} ${t(perMu === 1 ? 'farm:planPackage.material.onMu' : 'farm:planPackage.material.all', { quantity: decimalText(quantity, i18n.language), unit })}`
  return (
    <Stack component="span" sx={{ gap: 1, display: 'flex' }}>
      {subplans.map(({ name, offsetDays, days, tasks }) => (
        <span key={name}>
          <Typography component="span" variant="body2" sx={{ fontWeight: 600, display: 'block' }}>
            {`${name} · ${t('farm:planPackage.subplan.span', { from: offsetDays + 1, to: offsetDays + days })}`}
          </Typography>
          {tasks.map((task, at) => (
            <Typography key={at} component="span" variant="body2" sx={{ display: 'block' }}>
              {t('farm:planPackage.taskLine', { name: task.taskName, day: offsetDays + task.offsetDays + 1 })}
              {task.materials.length > 0 && (
                <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                  {task.materials.map(used).join(t('farm:land.and'))}
                </Typography>
              )}
            </Typography>
          ))}
        </span>
      ))}
    </Stack>
  )
}
