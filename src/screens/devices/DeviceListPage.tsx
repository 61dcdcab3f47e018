import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import OpenIcon from '@mui/icons-material/ArrowForward'
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
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Device, deviceCalls, type Newest, presence as presences } from '#contract/devices/device'
import { devicePages, deviceTypes, typesOn } from '#contract/devices/deviceType'
import { devicePath, type ListedPage } from '#contract/devices/pages'
import { isFailure } from '#src/api/call.ts'
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
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import type { BulkAct } from '#src/ui/useBulk.tsx'
import { FILTERS, listQuery, openDeviceOf, SORTABLE } from './list/filters.ts'
import { DeviceForm } from './list/DeviceForm.tsx'
import { PeriodDialog } from './list/PeriodDialog.tsx'
import { type Credentials, SecretDialog } from './list/SecretDialog.tsx'
import { describeSpan } from './historyRange.ts'
import { useItemWords } from '#src/devices/useItemWords.ts'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { SwitchesCell } from './list/SwitchesCell.tsx'
import { removeDevice, useDeviceActs } from './list/useDeviceActs.ts'

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
type Listed = Device & { readonly items: readonly Newest[] }
function ItemCell({ of, code }: { of: Listed; code: string }) {
  const item = of.items.find((one) => one.code === code)
  return item === undefined ? '--' : <Reading areaId={of.areaId} item={item} reportingPeriod={of.reportingPeriod} />
}

function PeriodCell({ ms }: { ms: number }) {
  const { t } = useTranslation()
  const { unit, count } = describeSpan(ms)
  return t('devices:gateway.every', { span: t(`devices:span.${unit}`, { count }) })
}

/** The devices of one page in the selected base: filters, live values and presence, and all that may be done with one. `?device=ID` holds a device's window open. */
export function DeviceListPage({ page }: { page: ListedPage }) {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  const title = t(`devices:page.${page}.title`)
  if (status === 'failed')
    return (
      <Page title={title}>
        <ErrorState onRetry={retry} />
      </Page>
    )
  if (status === 'none')
    return (
      <Page title={title}>
        <EmptyState variant="noData" title={t('devices:gateway.noBase')} />
      </Page>
    )
  if (!area) return <SkeletonPage />
  return <DeviceList page={page} areaId={area.areaId} areaName={area.areaName} />
}

function DeviceList({ page, areaId, areaName }: { page: ListedPage; areaId: number; areaName: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { self } = useSession()
  const [state, change] = useListState(FILTERS, SORTABLE)
  // A value with its marks and its age on two lines.
  const roomy = useMediaQuery((theme) => theme.breakpoints.up('lg'))
  const [address, setAddress] = useSearchParams()
  const opened = openDeviceOf(address)
  const navigate = useNavigate()
  const openWindow = useOpenDevice()
  const types = useMemo(() => typesOn(page), [page])
  const { codes } = devicePages[page]
  const title = t(`devices:page.${page}.title`)
  // Types that share a page have one list of columns: the page's own type says which.
  const shown = useMemo(() => (types.length > 1 && page === 'gateway' ? [] : deviceTypes[types[0]!].columns), [types, page])
  const [form, setForm] = useState<{ id: number | null } | null>(null)
  const [period, setPeriod] = useState<Device | null>(null)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const mayCreate = usePermission(codes.create) === true
  const mayEdit = usePermission(codes.edit) === true
  const mayDelete = usePermission(codes.delete) === true
  const query = useCall(deviceCalls.tenantAll, { query: listQuery(state, areaId, types, shown) }, { placeholderData: keepPreviousData })

  const codeWords = useItemWords()
  const switched = types.some((type) => deviceTypes[type].circuits !== null)
  const hasWindow = page === 'gateway' || types.some((type) => deviceTypes[type].opens !== 'popup')

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
  const showPage = (device: Device) => void navigate(devicePath(page, device.id))
  const showWindow = (device: Device) => {
    if (deviceTypes[device.deviceType].opens === 'collect') open(device.id)
    else if (!openWindow(device)) showPage(device)
  }
  const acts = useDeviceActs({ onSecret: setCredentials, onRemoved: () => undefined })

  const filters = useMemo(
    () => [
      { name: 'name', label: t('devices:gateway.fields.name') },
      { name: 'eui', label: t('devices:gateway.fields.eui') },
      ...(types.length > 1
        ? [
            {
              name: 'type',
              label: t('devices:gateway.fields.deviceType'),
              options: types.map((value) => ({ value, label: t(`devices:type.${value}`) })),
            },
          ]
        : []),
      {
        name: 'presence',
        label: t('devices:gateway.presence'),
        options: presences.options.map((value) => ({ value, label: t(`devices:presence.${value}`) })),
      },
    ],
    [t, types],
  )
  const columns = useMemo<Column<Listed>[]>(
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
      ...(shown.length === 0
        ? [{ name: 'newest', label: t('devices:gateway.newest'), cell: (of: Listed) => <NewestCell of={of} />, width: roomy ? 200 : 112 }]
        : shown.map((code, at) => ({
            name: `item.${code}`,
            label: codeWords(code),
            cell: (of: Listed) => <ItemCell of={of} code={code} />,
            width: roomy ? 150 : 112,
            // In the hand the first reading stands for the device.
            ...(at === 0 ? {} : { hidden: at < 3 ? ('narrow' as const) : ('middling' as const) }),
          }))),
      ...(switched
        ? [
            {
              name: 'switches',
              label: t('devices:page.switches'),
              cell: (of: Listed) => <SwitchesCell of={of} />,
              width: 150,
              hidden: 'narrow' as const,
            },
          ]
        : []),
      ...(types.length > 1
        ? [
            {
              name: 'deviceType',
              label: t('devices:gateway.fields.deviceType'),
              cell: ({ deviceType }: Listed) => t(`devices:type.${deviceType}`),
              sortable: true,
              width: 128,
              hidden: 'narrow' as const,
            },
          ]
        : []),
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
    [t, roomy, types, shown, codeWords, switched],
  )
  const actions: RowAction<Listed>[] = [
    ...(hasWindow ? [{ name: 'window', label: t('devices:gateway.open'), icon: <InsightsIcon />, run: showWindow }] : []),
    { name: 'open', label: t('devices:device.open'), icon: <OpenIcon />, run: showPage },
    ...(mayEdit
      ? [
          { name: 'edit', label: t('devices:gateway.edit'), icon: <EditIcon />, run: ({ id }: Device) => setForm({ id }) },
          { name: 'configure', label: t('devices:gateway.configure'), icon: <TimerIcon />, run: setPeriod },
          {
            name: 'secret',
            label: t('devices:gateway.newSecret'),
            icon: <KeyIcon />,
            run: (device: Device) => void acts.renewSecret(device),
          },
        ]
      : []),
    ...(mayDelete
      ? [{ name: 'delete', label: t('devices:gateway.delete'), icon: <DeleteIcon />, run: (device: Device) => void acts.remove(device) }]
      : []),
  ]
  const bulk: BulkAct<Listed>[] = mayDelete
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
            const answer = await removeDevice(device)
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
      title={title}
      lead={`${areaName} · ${t(`devices:page.${page}.lead`)}`}
      actions={<Permitted code={codes.create}>{addButton}</Permitted>}
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name={page}
            label={title}
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
            onOpen={hasWindow ? showWindow : showPage}
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
        <DeviceForm
          key={form.id ?? 'new'}
          id={form.id}
          areaId={areaId}
          types={types}
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
