import CloseIcon from '@mui/icons-material/Close'
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined'
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_MEMBERS } from '#contract/flows/deviceGroup'
import { useBaseDevices } from '#src/flows/useBaseDevices.ts'
import { fits, type Member, moved } from './groupDraft.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The circuits of a device group in their order: found by name, moved by buttons, by Alt and the arrow keys, or dragged. */
export function MemberField({
  areaId,
  value,
  fault,
  onChange,
}: {
  areaId: number
  value: readonly Member[]
  fault: string | undefined
  onChange: (next: readonly Member[]) => void
}) {
  const { t } = useTranslation()
  const { circuits, query } = useBaseDevices(areaId)
  const [dragged, setDragged] = useState<number | null>(null)
  const offered = circuits.filter((one) => fits(one, value) && !value.some(({ id }) => id === one.id))
  const label = ({ name, deviceName }: Pick<Member, 'name' | 'deviceName'>) => t('flows:deviceGroup.member', { name, device: deviceName })
  const byKey = (event: KeyboardEvent, at: number) => {
    const by = event.altKey ? STEPS[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    onChange(moved(value, at, at + by))
  }
  const full = value.length >= MOST_MEMBERS
  return (
    <Box component="fieldset" aria-label={t('flows:deviceGroup.members')} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {t('flows:deviceGroup.members')}
      </Typography>
      {value.length === 0 ? (
        <SecondaryText sx={{ mb: 1 }}>{t('flows:deviceGroup.empty')}</SecondaryText>
      ) : (
        <Box component="ol" sx={{ m: 0, mb: 1, p: 0, listStyle: 'none' }}>
          {value.map((one, at) => (
            <Stack
              key={one.id}
              component="li"
              direction="row"
              draggable
              aria-label={label(one)}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== null && onChange(moved(value, dragged, at))}
              onKeyDown={(event) => byKey(event, at)}
              sx={{ alignItems: 'center', gap: 0.5, borderBottom: 1, borderColor: 'divider', opacity: dragged === at ? 0.5 : 1 }}
            >
              <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', cursor: 'grab' }}>
                {`${at + 1}. ${label(one)}`}
              </Typography>
              <IconButton
                aria-label={t('crud:pair', { one: t('flows:deviceGroup.up'), two: label(one) })}
                disabled={at === 0}
                onClick={() => onChange(moved(value, at, at - 1))}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                aria-label={t('crud:pair', { one: t('flows:deviceGroup.down'), two: label(one) })}
                disabled={at === value.length - 1}
                onClick={() => onChange(moved(value, at, at + 1))}
              >
                <DownIcon fontSize="small" />
              </IconButton>
              <IconButton
                aria-label={t('crud:pair', { one: t('flows:deviceGroup.leave'), two: label(one) })}
                onClick={() => onChange(value.toSpliced(at, 1))}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Stack>
          ))}
        </Box>
      )}
      <Autocomplete
        options={offered}
        value={null}
        disabled={full}
        loading={query.isPending}
        loadingText={t('frame:loading')}
        noOptionsText={t('flows:deviceGroup.noCircuit')}
        blurOnSelect
        clearOnBlur
        getOptionLabel={label}
        getOptionKey={({ id }) => id}
        onChange={(_, one) => one && onChange([...value, { id: one.id, name: one.name, deviceName: one.deviceName, kind: one.kind }])}
        renderInput={(box) => (
          <TextField
            {...box}
            label={t('flows:deviceGroup.pick')}
            error={fault !== undefined}
            helperText={fault ?? t(full ? 'flows:deviceGroup.full' : 'flows:deviceGroup.pickHint', { most: MOST_MEMBERS })}
          />
        )}
      />
      {value.length > 0 && (
        <FormHelperText>
          {[t('flows:deviceGroup.alike'), value.length > 1 ? t('flows:deviceGroup.order') : ''].join(' ').trim()}
        </FormHelperText>
      )}
    </Box>
  )
}
