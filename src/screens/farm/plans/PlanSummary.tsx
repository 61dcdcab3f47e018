import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/farm/plan'
import { decimalText } from '#src/ui/decimalText.ts'
import { PercentBar } from '../PercentBar.tsx'

/** How far a plan is, what it is to yield and what it has, and from when to when it runs on how much ground. */
export function PlanSummary({ record }: { record: Plan }) {
  const { t, i18n } = useTranslation()
  const { progress, tasks, estimatedOutput: expected, harvestedKg, startsOn, endsOn, plantingArea, planState, labels } = record
  const amount = (text: string) => decimalText(text, i18n.language)
  const yielded = expected === null ? null : Math.floor((Number(harvestedKg) / Number(expected)) * 100)
  const kg = amount(harvestedKg)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, minmax(0, 1fr))' } }}>
      <Figure
        title={t('farm:plan.fields.progress')}
        value={progress.percent === null ? t('farm:plan.noProgress') : t('farm:plan.percent', { percent: progress.percent })}
        bar={progress.percent}
      >
        <span>{t('farm:plan.tasksDone', tasks)}</span>
        <span>{t('farm:plan.weights', progress)}</span>
        {tasks.overdue > 0 && (
          <Box component="span" sx={{ color: 'error.main' }}>
            {t('farm:plan.overdue', { count: tasks.overdue })}
          </Box>
        )}
      </Figure>
      <Figure
        title={t('farm:plan.yield')}
        value={expected === null ? t('farm:plan.yieldSum', { kg }) : t('farm:plan.yieldOf', { kg, expected: amount(expected) })}
        bar={yielded}
      >
        {yielded !== null && <span>{t('farm:plan.yieldPercent', { percent: yielded })}</span>}
      </Figure>
      <Figure title={t(`farm:plan.choices.planState.${planState}`)} value={t('farm:plan.span', { from: startsOn, to: endsOn })} bar={null}>
        {plantingArea !== null && <span>{t('farm:plan.mu', { mu: amount(plantingArea) })}</span>}
        <span>{t('farm:plan.template', { name: labels?.['packageId'] ?? '' })}</span>
      </Figure>
    </Box>
  )
}

function Figure({ title, value, bar, children }: { title: string; value: string; bar: number | null; children: ReactNode }) {
  return (
    <Card variant="outlined" component="section" aria-label={title} sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 0.75 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
      {bar !== null && <PercentBar percent={bar} label={`${title} ${value}`} />}
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {children}
      </Typography>
    </Card>
  )
}
