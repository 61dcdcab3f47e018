import AddIcon from '@mui/icons-material/Add'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { DOSING, type Interlock, interlockCalls, MOST_INTERLOCKS } from '#contract/devices/interlock'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useMay } from '#src/devices/useMay.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { InterlockForm } from './InterlockForm.tsx'

/** How often it is asked anew whether they are fulfilled: a value also grows old, which nobody tells. */
const AGAIN_MS = 5000

/** What must be so while circuits of a device run, and whether it is so. */
export function Interlocks({ device }: { device: Device }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Interlock | 'new' | null>(null)
  const mayEdit = useMay('edit', device.deviceType)
  const query = useCall(interlockCalls.list, { params: { id: device.id } }, { refetchInterval: AGAIN_MS })
  const remove = async (of: Interlock) => {
    const yes = await confirm({
      title: t('devices:interlock.removeTitle', { name: of.name }),
      text: t('devices:interlock.removeText'),
      confirm: t('devices:interlock.remove'),
      color: 'error',
    })
    if (!yes) return
    const answer = await call(interlockCalls.remove, { params: { id: device.id, interlockId: of.id } })
    if (isFailure(answer)) return
    toast('success', t('devices:interlock.removed'))
    void query.refetch()
  }
  const rows = query.data
  return (
    <Section
      title={t('devices:interlock.title')}
      aside={
        mayEdit && (
          <Button
            startIcon={<AddIcon />}
            disabled={!rows || rows.length >= MOST_INTERLOCKS}
            onClick={() => setEditing('new')}
            sx={{ minHeight: 44 }}
          >
            {t('devices:interlock.add')}
          </Button>
        )
      }
    >
      {query.isError && !rows && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      {!rows && !query.isError && <SkeletonList rows={2} height={48} />}
      {rows?.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('devices:interlock.none')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows?.map((one) => (
          <Stack key={one.id} component="li" direction="row" aria-label={one.name} sx={{ alignItems: 'center', gap: 1, py: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.name}</Typography>
              <Typography variant="body2" color="text.secondary">
                {[
                  one.circuit === null
                    ? t('devices:interlock.every')
                    : one.circuit === DOSING
                      ? t('devices:interlock.dosing')
                      : t('devices:control.circuit', { circuit: one.circuit }),
                  one.need.kind === 'anyOpen'
                    ? t('devices:interlock.anyOpenOf', { count: one.need.switchIds.length })
                    : t('devices:interlock.aboveLimit', { limit: one.need.limit }),
                  ...(one.graceSeconds > 0 ? [t('devices:interlock.graced', { count: one.graceSeconds })] : []),
                ].join(' · ')}
              </Typography>
              <Typography
                variant="body2"
                sx={{
                  display: 'inline-flex',
                  gap: 0.5,
                  alignItems: 'center',
                  fontWeight: 600,
                  color: one.unmet === null ? 'status.normal' : 'status.alarm',
                }}
              >
                {one.unmet === null ? (
                  <CheckCircleIcon aria-hidden sx={{ fontSize: 16 }} />
                ) : (
                  <WarningIcon aria-hidden sx={{ fontSize: 16 }} />
                )}
                {one.unmet === null ? t('devices:interlock.fulfilled') : t(`devices:interlock.unmet.${one.unmet}`)}
              </Typography>
            </Box>
            {mayEdit && (
              <>
                <IconButton
                  aria-label={t('crud:pair', { one: t('devices:interlock.edit'), two: one.name })}
                  onClick={() => setEditing(one)}
                  sx={{ minWidth: 44, minHeight: 44 }}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={t('crud:pair', { one: t('devices:interlock.remove'), two: one.name })}
                  onClick={() => void remove(one)}
                  sx={{ minWidth: 44, minHeight: 44 }}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </>
            )}
          </Stack>
        ))}
      </Box>
      {editing !== null && (
        <InterlockForm
          device={device}
          of={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void query.refetch()
          }}
        />
      )}
    </Section>
  )
}
