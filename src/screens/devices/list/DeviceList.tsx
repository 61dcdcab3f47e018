import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import OpenIcon from '@mui/icons-material/ArrowForward'
import InsightsIcon from '@mui/icons-material/Insights'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import SheetIcon from '@mui/icons-material/UploadFileOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Device, deviceCalls } from '#contract/devices/device'
import { type DeviceType, deviceTypes, typesOn } from '#contract/devices/deviceType'
import { MADE_TYPES } from '#contract/devices/gateway'
import { devicePath, type ListedPage, MANAGER_CODE } from '#contract/devices/pages'
import { settingsOf } from '#contract/devices/settings'
import type { DeviceAct } from '#contract/devices/types/defineDeviceType'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { useSession } from '#src/session/session.ts'
import { useHeld, usePermission } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import type { Listed } from './cells.tsx'
import { DeviceForm } from './DeviceForm.tsx'
import { FILTERS, FILTERS_EVERYWHERE, listQuery, openDeviceOf, SORTABLE } from './filters.ts'
import { PeriodDialog } from './PeriodDialog.tsx'
import { type Credentials, SecretDialog } from './SecretDialog.tsx'
import { useBulkActs } from './useBulkActs.tsx'
import { useColumns } from './useColumns.tsx'
import { useDeviceActs } from './useDeviceActs.ts'
import { useFilters } from './useFilters.ts'
import { useTrend } from './useTrend.tsx'

// The window with its curves comes when a device is first opened.
const CollectDialog = lazyPart(() => import('../CollectDialog.tsx').then((module) => ({ default: module.CollectDialog })))
const SettingsDialog = lazyPart(() => import('../settings/SettingsDialog.tsx').then((module) => ({ default: module.SettingsDialog })))
const FirmwareDialog = lazyPart(() => import('../firmware/FirmwareDialog.tsx').then((module) => ({ default: module.FirmwareDialog })))
const SheetDialog = lazyPart(() => import('./SheetDialog.tsx').then((module) => ({ default: module.SheetDialog })))

const ACTS = ['create', 'edit', 'delete'] as const
/** The acts that the user may do, by type: each type has codes of its own. */
function useActsOf(types: readonly DeviceType[]) {
  const codes = useMemo(() => [...new Set(ACTS.flatMap((act) => types.flatMap((type) => deviceTypes[type].actors(act))))], [types])
  const held = useHeld(codes)
  const may = (act: DeviceAct, type: DeviceType) => deviceTypes[type].actors(act).some(held)
  return { may, mayAny: (act: DeviceAct) => types.some((type) => may(act, type)), creatable: types.filter((type) => may('create', type)) }
}

/** How a device is opened: on its page, or where the list is of one base in a window, which `?device=ID` holds open. */
function useOpening(page: ListedPage | null, types: readonly DeviceType[]) {
  const navigate = useNavigate()
  const openWindow = useOpenDevice()
  const [address, setAddress] = useSearchParams()
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
  const showPage = ({ deviceType, id }: Device) => void navigate(devicePath(page ?? deviceTypes[deviceType].pages[0].name, id))
  const showWindow = (device: Device) => {
    if (deviceTypes[device.deviceType].opens === 'collect') open(device.id)
    else if (!openWindow(device)) showPage(device)
  }
  const hasWindow = page !== null && (page === 'gateway' || types.some((type) => deviceTypes[type].opens !== 'popup'))
  return { opened: openDeviceOf(address), close: () => open(null), showPage, showWindow, hasWindow }
}

/**
 * A list of devices with filters, live presence and all that may be done with one and with many: those of one page in one base, or with
 * `page` and `areaId` null those of every type in every base. A new one is made in the base `newIn` unless another is chosen.
 */
export function DeviceList({
  page,
  title,
  lead,
  areaId,
  newIn,
}: {
  page: ListedPage | null
  title: string
  lead: string
  areaId: number | null
  newIn: number | null
}) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { self } = useSession()
  const everywhere = areaId === null
  const [state, change] = useListState(everywhere ? FILTERS_EVERYWHERE : FILTERS, SORTABLE)
  const types = useMemo(() => (page === null ? MADE_TYPES : typesOn(page)), [page])
  // Types that share a page have one list of columns: the page's own type says which.
  const shown = useMemo(() => (page === null || page === 'gateway' ? [] : deviceTypes[types[0]!].columns), [types, page])
  const [form, setForm] = useState<{ id: number | null } | null>(null)
  const [period, setPeriod] = useState<Device | null>(null)
  const [sheet, setSheet] = useState(false)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const trend = useTrend(page)
  const { may, mayAny, creatable } = useActsOf(types)
  const asked = { query: listQuery(state, areaId ?? undefined, types, shown) }
  const query = useCall(deviceCalls.tenantAll, asked, { placeholderData: keepPreviousData })
  const reread = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(deviceCalls.tenantAll) })
  const { opened, close, showPage, showWindow, hasWindow } = useOpening(page, types)
  const acts = useDeviceActs({ onSecret: setCredentials, onRemoved: () => undefined })
  const filters = useFilters(types, everywhere, state.filters['base'])
  const columns = useColumns(types, shown, everywhere)
  const [settingsFor, setSettingsFor] = useState<readonly Listed[] | null>(null)
  const [firmwareFor, setFirmwareFor] = useState<readonly Listed[] | null>(null)
  const bulk = useBulkActs(
    { edit: mayAny('edit'), label: usePermission(MANAGER_CODE) === true, delete: mayAny('delete') },
    reread,
    types.some((type) => Object.keys(settingsOf(type)).length > 0) ? setSettingsFor : null,
    setFirmwareFor,
  )

  const toEdit = { may: mayAny('edit'), shown: ({ deviceType }: Device) => may('edit', deviceType) }
  const actions: RowAction<Listed>[] = [
    { name: 'window', label: t('devices:gateway.open'), icon: <InsightsIcon />, may: hasWindow, run: showWindow },
    ...trend.actions,
    { name: 'open', label: t('devices:device.open'), icon: <OpenIcon />, run: showPage },
    { ...toEdit, name: 'edit', label: t('devices:gateway.edit'), icon: <EditIcon />, run: ({ id }) => setForm({ id }) },
    { ...toEdit, name: 'configure', label: t('devices:gateway.configure'), icon: <TimerIcon />, run: setPeriod },
    {
      ...toEdit,
      name: 'secret',
      label: t('devices:gateway.newSecret'),
      icon: <KeyIcon />,
      run: (device) => void acts.renewSecret(device),
    },
    {
      name: 'delete',
      label: t('devices:gateway.delete'),
      icon: <DeleteIcon />,
      may: mayAny('delete'),
      shown: ({ deviceType }) => may('delete', deviceType),
      run: (device) => void acts.remove(device),
    },
  ]
  const sheetButton = everywhere && creatable.length > 0 && (
    <Button variant="outlined" startIcon={<SheetIcon />} onClick={() => setSheet(true)}>
      {t('devices:sheet.open')}
    </Button>
  )
  const addButton = creatable.length > 0 && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setForm({ id: null })}>
      {t('devices:gateway.add')}
    </Button>
  )
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <>
          {sheetButton}
          {addButton}
        </>
      }
    >
      <Stack spacing={2} sx={{ height: '100%' }}>
        <FilterBar filters={filters} values={state.filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name={page ?? 'everyDevice'}
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
              addButton ? (
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
          areaId={newIn}
          types={form.id === null ? creatable : types}
          onClose={() => setForm(null)}
          onSaved={(made) => {
            setForm(null)
            setCredentials(made)
            reread()
          }}
        />
      )}
      {trend.window}
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
      {sheet && (
        <Suspense>
          <SheetDialog onClose={() => setSheet(false)} onMade={reread} />
        </Suspense>
      )}
      {settingsFor && (
        <Suspense>
          <SettingsDialog rows={settingsFor} onClose={() => setSettingsFor(null)} />
        </Suspense>
      )}
      {firmwareFor && (
        <Suspense>
          <FirmwareDialog rows={firmwareFor} onClose={() => setFirmwareFor(null)} />
        </Suspense>
      )}
      {credentials && <SecretDialog of={credentials} onClose={() => setCredentials(null)} />}
      {opened !== null && areaId !== null && (
        <Suspense>
          <CollectDialog deviceId={opened} areaId={areaId} open onClose={close} />
        </Suspense>
      )}
    </Page>
  )
}
