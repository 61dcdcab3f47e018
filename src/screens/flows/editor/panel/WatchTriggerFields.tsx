import Stack from '@mui/material/Stack'
import { ScopeFields } from '#src/watch/ScopeFields.tsx'
import type { WatchDraft } from '#src/watch/watchDraft.ts'
import { WatchFields } from '#src/watch/WatchFields.tsx'
import type { TriggerOf } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'

/** What is watched, when it begins and starts the flow, and when it is over and may begin again. */
export function WatchTriggerFields({
  of: { key, logic },
  view: { areaId, faults },
  onChange,
}: {
  of: TriggerOf<'watch'>
  view: FlowView
  onChange: (next: Partial<WatchDraft>) => void
}) {
  const faultOf = (field: string) => faults.get(`${key}.logic.${field}`)
  return (
    <Stack spacing={2}>
      <ScopeFields areaId={areaId} value={logic} fault={faultOf('scope') ?? faultOf('scope.deviceIds')} onChange={onChange} />
      <WatchFields
        value={logic}
        faults={faults}
        faultOf={faultOf}
        words="flows:editor.watch"
        frame={(part, fields) => <div key={part}>{fields}</div>}
        onChange={onChange}
      />
    </Stack>
  )
}
