import FormHelperText from '@mui/material/FormHelperText'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { batchCalls } from '#contract/farm/batch'
import { call, isFailure } from '#src/api/call.ts'
import { fieldKinds, type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

const Day = fieldKinds.day.Input
const Decimal = fieldKinds.decimal.Input

/** Whether the plan of the form is made already: of what it was copied, and for what, stays. */
const useMade = () => useWatch({ name: 'planId' }) !== undefined

/** What a plan is copied from and where it stands: chosen once. */
export function ChosenOnce(props: InputProps) {
  const made = useMade()
  return <ReferenceInput {...props} disabled={props.disabled || made} />
}

/** A batch of the base; the plan begins when it does, unless another day is said. */
export function BatchOfPlan(props: InputProps) {
  const { getValues, setValue } = useFormContext()
  const areaId = useWatch({ name: 'areaId', exact: true }) as number | null
  const made = useMade()
  const choose = async (id: number, called: string | undefined) => {
    if (called && !getValues('planName')) setValue('planName', called, { shouldDirty: true })
    const batch = await call(batchCalls.get, { params: { id } }, { quiet: true })
    if (!isFailure(batch) && !getValues('startsOn')) setValue('startsOn', batch.startsOn, { shouldDirty: true })
  }
  return (
    <ReferenceInput
      {...props}
      within={areaId ?? undefined}
      disabled={props.disabled || made}
      onChange={(next, called) => {
        props.onChange(next, called)
        if (typeof next === 'number') void choose(next, called)
      }}
    />
  )
}

/** An input with a line about what its emptiness, or its change, does. */
function Hinted({ shown, hint, children }: { shown: boolean; hint: string; children: ReactNode }) {
  return (
    <div>
      {children}
      {shown && <FormHelperText sx={{ mt: -2.25, mx: 1.75 }}>{hint}</FormHelperText>}
    </div>
  )
}
export function StartOfPlan(props: InputProps) {
  const { t } = useTranslation()
  return (
    <Hinted shown={useMade() && props.fault === undefined} hint={t('farm:plan.startHint')}>
      <Day {...props} />
    </Hinted>
  )
}
export function PlantingArea(props: InputProps) {
  const { t } = useTranslation()
  return (
    <Hinted shown={!useMade() && props.fault === undefined} hint={t('farm:plan.areaHint')}>
      <Decimal {...props} />
    </Hinted>
  )
}
export function OutputOfPlan(props: InputProps) {
  const { t } = useTranslation()
  return (
    <Hinted shown={!useMade() && props.fault === undefined} hint={t('farm:plan.outputHint')}>
      <Decimal {...props} />
    </Hinted>
  )
}
