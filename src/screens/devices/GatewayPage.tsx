import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import InsightsIcon from '@mui/icons-material/Insights'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Device, deviceCalls, presence as presences } from '#contract/devices/device'
import { GATEWAY_TYPES } from '#contract/devices/deviceType'
import { gateway, gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { Reading } from '#src/devices/Reading.tsx'
import { useDevicePresence } from '#src/devices/useDevicePresence.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Age } from '#src/ui/Age.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { BulkAct } from '#src/ui/useBulk.tsx'
import { FILTERS, listQuery, openDeviceOf, SORTABLE } from './gateway/filters.ts'
import { GatewayForm } from './gateway/GatewayForm.tsx'
import { PeriodDialog } from './gateway/PeriodDialog.tsx'
import { type Credentials, SecretDialog } from './gateway/SecretDialog.tsx'
import { describeSpan } from './historyRange.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'

// The window with its curves comes when a device is first opened.
const CollectDialog = lazyPart(() => import('./CollectDialog.tsx').then((module) => ({ default: module.CollectDialog })))

function PresenceCell({ of }: { of: Device }) {
  return <PresenceMark presence={useDevicePresence(of).presence} behind={of.behind} />
}
/** On a phone the name has the device's state below it: the room of its column belongs to the value. */
function NameCell({ of }: { of: Device }) {
  return (
    <Stack sx={{ minWidth: 0, lineHeight: 1.25 }}>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {of.name}
      </Box>
      <Box component="span" sx={{ display: { md: 'none' } }}>
        <PresenceCell of={of} />
      </Box>
    </Stack>
  )
}
function HeardCell({ of }: { of: Device }) {
  return <Age moment={useDevicePresence(of).heardAt} />
}
function NewestCell({ of }: { of: Device }) {
  const { main } = of
  if (!main) return '--'
  return (
    <Box component="span" title={main.name}>
      <Reading areaId={of.areaId} item={main} reportingPeriod={of.reportingPeriod} />
    </Box>
  )
}

function PeriodCell({ ms }: { ms: number }) {
  const { t } = useTranslation()
  const { unit, count } = describeSpan(ms)
  return t('devices:gateway.every', { span: t(`devices:span.${unit}`, { count }) })
}

/** The gateways of the selected base: filters, live presence, and all that may be done with one. `?device=ID` holds a device open. */
export default function GatewayPage() {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  if (status === 'failed')
    return (
      <Page title={t('devices:gateway.title')}>
        <ErrorState onRetry={retry} />
      </Page>
    )
  if (status === 'none')
    return (
      <Page title={t('devices:gateway.title')}>
        <EmptyState variant="noData" title={t('devices:gateway.noBase')} />
      </Page>
    )
  if (!area) return <SkeletonPage />
  return <GatewayList areaId={area.areaId} areaName={area.areaName} />
}

function GatewayList({ areaId, areaName }: { areaId: number; areaName: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { self } = useSession()
  const confirm = useConfirm()
  const [state, change] = useListState(FILTERS, SORTABLE)
  // A value with its marks and its age on two lines.
  const roomy = useMediaQuery((theme) => theme.breakpoints.up('lg'))
  const [address, setAddress] = useSearchParams()
  const opened = openDeviceOf(address)
  const [form, setForm] = useState<{ id: number | null } | null>(null)
  const [period, setPeriod] = useState<Device | null>(null)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const mayCreate = usePermission(gateway.codes.create) === true
  const mayEdit = usePermission(gateway.codes.edit) === true
  const mayDelete = usePermission(gateway.codes.delete) === true
  const query = useCall(deviceCalls.tenantAll, { query: listQuery(state, areaId) }, { placeholderData: keepPreviousData })

  const reread = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(deviceCalls.tenantAll) })
  const open = (id: number | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === null) next.delete('device')
        else next.set('device', String(id))
        return next
      },
      // Back closes what was opened; what was closed does not come back by it.
      { replace: id === null },
    )
  const ask = ({ id, objectVersionNumber }: Device) =>
    call(gatewayCalls.remove, { params: { id }, query: { objectVersionNumber } }, { quiet: true })
  const remove = async (device: Device) => {
    const yes = await confirm({
      title: t('devices:gateway.deleteTitle', { name: device.name }),
      text: t('devices:gateway.deleteText'),
      confirm: t('devices:gateway.delete'),
      color: 'error',
    })
    if (!yes) return
    const answer = await ask(device)
    if (isFailure(answer)) toast('error', answer.message || t('crud:delError'))
    else toast('success', t('devices:gateway.deleted'))
    reread()
  }
  const renewSecret = async (device: Device) => {
    const yes = await confirm({
      title: t('devices:gateway.secretTitle', { name: device.name }),
      text: t('devices:gateway.secretText'),
      confirm: t('devices:gateway.change'),
      color: 'warning',
    })
    if (!yes) return
    const answer = await call(gatewayCalls.secret, { params: { id: device.id } })
    if (!isFailure(answer)) setCredentials({ name: device.name, ...answer })
  }

  const filters = useMemo(
    () => [
      { name: 'name', label: t('devices:gateway.fields.name') },
      { name: 'eui', label: t('devices:gateway.fields.eui') },
      {
        name: 'type',
        label: t('devices:gateway.fields.deviceType'),
        options: GATEWAY_TYPES.map((value) => ({ value, label: t(`devices:type.${value}`) })),
      },
      {
        name: 'presence',
        label: t('devices:gateway.presence'),
        options: presences.options.map((value) => ({ value, label: t(`devices:presence.${value}`) })),
      },
    ],
    [t],
  )
  const columns = useMemo<Column<Device>[]>(
    () => [
      { name: 'name', label: t('devices:gateway.fields.name'), cell: (of) => <NameCell of={of} />, sortable: true, grow: true, width: 104 },
      {
        name: 'presence',
        label: t('devices:gateway.presence'),
        cell: (of) => <PresenceCell of={of} />,
        sortable: true,
        width: 116,
        hidden: 'narrow',
      },
      {
        name: 'heardAt',
        label: t('devices:gateway.heard'),
        cell: (of) => <HeardCell of={of} />,
        sortable: true,
        width: 116,
        hidden: 'narrow',
      },
      { name: 'newest', label: t('devices:gateway.newest'), cell: (of) => <NewestCell of={of} />, width: roomy ? 200 : 112 },
      {
        name: 'deviceType',
        label: t('devices:gateway.fields.deviceType'),
        cell: ({ deviceType }) => t(`devices:type.${deviceType}`),
        sortable: true,
        width: 128,
        hidden: 'narrow',
      },
      { name: 'eui', label: t('devices:gateway.fields.eui'), cell: ({ eui }) => eui, sortable: true, width: 160, hidden: 'narrow' },
      {
        name: 'landName',
        label: t('devices:gateway.fields.landId'),
        cell: ({ landName }) => landName ?? '--',
        width: 130,
        hidden: 'middling',
      },
      {
        name: 'reportingPeriod',
        label: t('devices:gateway.fields.reportingMinutes'),
        cell: ({ reportingPeriod }) => <PeriodCell ms={reportingPeriod} />,
        width: 160,
        hidden: 'middling',
      },
      { name: 'iccid', label: t('devices:gateway.fields.iccid'), cell: ({ iccid }) => iccid ?? '--', width: 180, hidden: 'always' },
    ],
    [t, roomy],
  )
  const actions: RowAction<Device>[] = [
    { name: 'open', label: t('devices:gateway.open'), icon: <InsightsIcon />, run: ({ id }) => open(id) },
    ...(mayEdit
      ? [
          { name: 'edit', label: t('devices:gateway.edit'), icon: <EditIcon />, run: ({ id }: Device) => setForm({ id }) },
          { name: 'configure', label: t('devices:gateway.configure'), icon: <TimerIcon />, run: setPeriod },
          { name: 'secret', label: t('devices:gateway.newSecret'), icon: <KeyIcon />, run: (device: Device) => void renewSecret(device) },
        ]
      : []),
    ...(mayDelete
      ? [{ name: 'delete', label: t('devices:gateway.delete'), icon: <DeleteIcon />, run: (device: Device) => void remove(device) }]
      : []),
  ]
  const bulk: BulkAct<Device>[] = mayDelete
    ? [
        {
          name: 'delete',
          label: t('devices:gateway.delete'),
          icon: <DeleteIcon />,
          color: 'error',
          question: (count) => t('crud:bulk.deleteMany', { count }),
          text: t('devices:gateway.deleteText'),
          titleOf: ({ name, eui }) => `${name} (${eui})`,
          async run(device) {
            const answer = await ask(device)
            return isFailure(answer) ? reasonOf(answer) : null
          },
          done: (count) => t('crud:bulk.deleted', { count }),
          after: reread,
        },
      ]
    : []
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setForm({ id: null })}>
      {t('devices:gateway.add')}
    </Button>
  )
  return (
    <Page
      title={t('devices:gateway.title')}
      lead={`${areaName} · ${t('devices:gateway.lead')}`}
      actions={<Permitted code={gateway.codes.create}>{addButton}</Permitted>}
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name="gateway"
            label={t('devices:gateway.title')}
            userId={self?.id ?? 0}
            growing
            rows={query.data?.content}
            total={query.data?.totalElements ?? 0}
            rowId={({ id }) => id}
            columns={columns}
            actions={actions}
            bulk={bulk}
            state={state}
            onState={change}
            onOpen={({ id }) => open(id)}
            busy={query.isPlaceholderData}
            empty={
              mayCreate ? (
                <>
                  {t('devices:gateway.empty')}
                  {addButton}
                </>
              ) : undefined
            }
          />
        )}
      </Stack>
      {form && (
        <GatewayForm
          key={form.id ?? 'new'}
          id={form.id}
          areaId={areaId}
          onClose={() => setForm(null)}
          onSaved={(made) => {
            setForm(null)
            setCredentials(made)
            reread()
          }}
        />
      )}
      {period && (
        <PeriodDialog
          of={period}
          onClose={() => setPeriod(null)}
          onSaved={() => {
            setPeriod(null)
            reread()
          }}
        />
      )}
      {credentials && <SecretDialog of={credentials} onClose={() => setCredentials(null)} />}
      {opened !== null && (
        <Suspense>
          <CollectDialog deviceId={opened} areaId={areaId} open onClose={() => open(null)} />
        </Suspense>
      )}
    </Page>
  )
}
