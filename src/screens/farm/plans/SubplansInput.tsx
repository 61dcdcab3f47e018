import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { packageFaults } from './packageFaults.ts'
import { SubplanCard } from './SubplanCard.tsx'
import { counted, type TypedSubplan } from './typed.ts'

/** The subplans of a package with their tasks, in their order; what is wrong stands beside its input, once the form has found fault. */
export function SubplansInput({ label, value, field, fault, onChange, onBlur }: InputProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const all = useMemo(() => (value ?? []) as readonly TypedSubplan[], [value])
  /** The tasks whose inputs are shown, by their place: `0.2`. */
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const faults = useMemo(() => (fault === undefined ? new Map<string, never>() : packageFaults(all)), [fault, all])
  const faultAt = (place: string) => {
    const found = faults.get(place)
    return found && t(`errors:field.${found.key}`, found.params)
  }
  const isFaulty = (place: string) => [...faults.keys()].some((one) => one.startsWith(`${place}.`))
  const set = (at: number, given: Partial<TypedSubplan>) => onChange(all.map((one, nth) => (nth === at ? { ...one, ...given } : one)))
  const add = () => {
    const before = all.at(-1)
    onChange([...all, { name: '', offsetDays: before ? counted(before.offsetDays) + counted(before.days) : 0, days: null, tasks: [] }])
  }
  return (
    <Stack component="fieldset" aria-labelledby={titleId} sx={{ gap: 1.5, border: 0, p: 0, m: 0, minWidth: 0 }} onBlur={onBlur}>
      <Typography id={titleId} variant="h3">
        {label}
      </Typography>
      {all.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('farm:planPackage.subplan.none')}
        </Typography>
      )}
      {all.map((subplan, at) => (
        <SubplanCard
          key={at}
          nth={at + 1}
          subplan={subplan}
          faultAt={(place) => faultAt(`${at}.${place}`)}
          isOpen={(task) => open.has(`${at}.${task}`) || isFaulty(`${at}.tasks.${task}`)}
          onOpen={(task, shown) =>
            setOpen((now) => new Set(shown ? [...now, `${at}.${task}`] : [...now].filter((one) => one !== `${at}.${task}`)))
          }
          onChange={(given) => set(at, given)}
          onRemove={() => {
            setOpen(new Set())
            onChange(all.toSpliced(at, 1))
          }}
          onFold={() => setOpen(new Set())}
        />
      ))}
      {all.length < (field.most ?? 0) && (
        <Button startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: 'flex-start' }}>
          {t('farm:planPackage.subplan.add')}
        </Button>
      )}
      {fault !== undefined && (
        <FormHelperText error role="alert">
          {faultAt('') ?? (faults.size > 0 ? t('farm:planPackage.faulty') : fault)}
        </FormHelperText>
      )}
    </Stack>
  )
}
