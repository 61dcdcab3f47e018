import Typography from '@mui/material/Typography'
import Box from '@mui/material/Box'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Building } from './building.ts'
import { type GroupDraft, moveNode, replaceNode } from './conditionDraft.ts'
import { ConditionGroup } from './ConditionGroup.tsx'

const STEPS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** Builds a condition of leaves and groups of them: parts are added, changed, moved (Alt and an arrow key too) and taken away. */
export function ConditionBuilder({
  label,
  value,
  faults,
  onChange,
}: {
  label: string
  value: GroupDraft
  faults: Building['faults']
  onChange: (next: GroupDraft) => void
}) {
  const { t } = useTranslation()
  const place = useRef<HTMLFieldSetElement>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  // The next key goes to the part that was just added.
  useEffect(() => {
    if (fresh !== null) place.current?.querySelector<HTMLElement>(`[data-part="${fresh}"] [role=combobox]`)?.focus()
  }, [fresh])
  const building: Building = {
    faults,
    put: (key, next) => onChange(replaceNode(value, key, () => next)),
    add(group, part) {
      setFresh(part.key)
      onChange(replaceNode(value, group.key, () => ({ ...group, of: [...group.of, part] })))
    },
    move: (key, by) => onChange(moveNode(value, key, by)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? STEPS[event.key] : undefined
    const key = (event.target as Element).closest('[data-part]')?.getAttribute('data-part')
    if (by === undefined || key == null) return
    event.preventDefault()
    event.stopPropagation()
    building.move(key, by)
  }
  return (
    <Box ref={place} component="fieldset" aria-label={label} onKeyDownCapture={onKeyDown} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <ConditionGroup of={value} depth={1} building={building} />
      <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' }, mt: 0.5 }}>
        {t('alarms:condition.keys')}
      </Typography>
    </Box>
  )
}
