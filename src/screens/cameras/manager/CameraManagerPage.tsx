import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import CloudIcon from '@mui/icons-material/CloudOutlined'
import TransferIcon from '@mui/icons-material/DriveFileMoveOutlined'
import VideoIcon from '@mui/icons-material/PlayCircleOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_ENTERS, CAMERA_PAGE_SIZE, CAMERA_TYPES, type Camera, cameraCalls } from '#contract/cameras/camera'
import {
  CAMERA_MANAGER_DELETE,
  CAMERA_MANAGER_DELETE_MANY,
  CAMERA_MANAGER_TRANSFER,
  CAMERA_MANAGER_TRANSFER_MANY,
  CAMERAS_DELETE,
  CAMERAS_EDIT,
  CAMERAS_READ,
} from '#contract/cameras/permission'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { CloudDialog } from '../cloud/CloudDialog.tsx'
import { CameraForm } from '../form/CameraForm.tsx'
import { useRemoval } from '../useRemoval.ts'
import { type Numbered, useManagerColumns } from './columns.tsx'
import { TransferDialog } from './TransferDialog.tsx'

const FILTERS = ['name', 'serial', 'type', 'enter', 'base'] as const
const ALL_TYPES = '2'
const ALL_ENTERS = '0'
const CODES = [
  CAMERAS_READ,
  CAMERAS_EDIT,
  CAMERAS_DELETE,
  CAMERA_MANAGER_TRANSFER,
  CAMERA_MANAGER_TRANSFER_MANY,
  CAMERA_MANAGER_DELETE,
  CAMERA_MANAGER_DELETE_MANY,
]
const rowId = ({ id }: Camera) => id
const whole = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** CAMERA-ADMIN-01: what is empty or means all is left out. */
export const asked = (filters: Readonly<Record<string, string>>) => {
  const { name, serial, type, enter, base } = filters
  const [cameraType, cameraEnter, areaId] = [whole(type), whole(enter), whole(base)]
  return {
    ...(name ? { name: name.slice(0, 60) } : {}),
    ...(serial ? { deviceSerial: serial.slice(0, 40) } : {}),
    ...(cameraType === undefined || type === ALL_TYPES ? {} : { cameraType }),
    ...(cameraEnter === undefined || enter === ALL_ENTERS ? {} : { cameraEnter }),
    ...(areaId === undefined ? {} : { areaId }),
  }
}

/** Every camera of every base that the administrator may see: changed, moved and deleted, one or many. */
export default function CameraManagerPage() {
  const { t } = useTranslation()
  const { self } = useSession()
  const { area } = useArea()
  const openWindow = useOpenDevice()
  const holds = useHeld(CODES)
  const [list, change] = useListState(FILTERS, undefined, CAMERA_PAGE_SIZE)
  const [form, setForm] = useState<{ readonly id: number | null } | null>(null)
  const [moving, setMoving] = useState<readonly Camera[] | null>(null)
  const [atClouds, setAtClouds] = useState(false)
  const remove = useRemoval()
  const query = useCall(
    cameraCalls.page,
    { query: { page: list.page, size: list.size, ...asked(list.filters) } },
    { placeholderData: keepPreviousData },
  )
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } }, { staleTime: 60_000 })
  const rows = useMemo<readonly Numbered[] | undefined>(
    () => query.data?.content.map((row, at) => ({ ...row, index: (list.page - 1) * list.size + at + 1 })),
    [query.data, list.page, list.size],
  )
  const filters = useMemo(
    () => [
      { name: 'name', label: t('cameras:manager.find') },
      { name: 'serial', label: t('cameras:fact.serial') },
      {
        name: 'type',
        label: t('cameras:fact.type'),
        options: Object.values(CAMERA_TYPES).map((value) => ({ value: String(value), label: t(`cameras:type.${value}`) })),
      },
      {
        name: 'enter',
        label: t('cameras:fact.enter'),
        options: Object.values(CAMERA_ENTERS).map((value) => ({
          value: String(value),
          label: t(asWordKey(`cameras:enter.${value}`)) as string,
        })),
      },
      {
        name: 'base',
        label: t('cameras:fact.area'),
        options: (bases.data?.content ?? []).map(({ areaId, areaName }) => ({ value: String(areaId), label: areaName })),
      },
    ],
    [t, bases.data],
  )
  const columns = useManagerColumns()
  /** CAMERA-ADMIN-05. */
  const removed = (count: number) => {
    if (count === query.data?.content.length) change({ page: Math.max(1, list.page - 1) })
  }
  const removeThese = (these: readonly Camera[]) => void remove(these).then((done) => done && removed(these.length))
  const actions: RowAction<Numbered>[] = [
    {
      name: 'watch',
      label: t('cameras:open'),
      icon: <VideoIcon />,
      may: holds(CAMERAS_READ),
      run: ({ id, areaId }) => void openWindow({ id, areaId, deviceType: 'camera' }),
    },
    { name: 'edit', label: t('cameras:edit'), icon: <EditIcon />, run: ({ id }) => setForm({ id }) },
    {
      name: 'transfer',
      label: t('cameras:transfer.act'),
      icon: <TransferIcon />,
      may: holds(CAMERAS_EDIT) || holds(CAMERA_MANAGER_TRANSFER),
      run: (row) => setMoving([row]),
      many: { may: holds(CAMERAS_EDIT) || holds(CAMERA_MANAGER_TRANSFER_MANY), open: setMoving },
    },
    {
      name: 'delete',
      label: t('cameras:delete.act'),
      icon: <DeleteIcon />,
      color: 'error',
      may: holds(CAMERAS_DELETE) || holds(CAMERA_MANAGER_DELETE),
      run: (row) => removeThese([row]),
      many: { may: holds(CAMERAS_DELETE) || holds(CAMERA_MANAGER_DELETE_MANY), open: removeThese },
    },
  ]
  return (
    <Page
      title={t('cameras:manager.title')}
      lead={t('cameras:manager.lead')}
      actions={
        <>
          <Button variant="outlined" startIcon={<CloudIcon />} onClick={() => setAtClouds(true)}>
            {t('cameras:cloud.act')}
          </Button>
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setForm({ id: null })}>
            {t('cameras:add')}
          </Button>
        </>
      }
    >
      <Stack spacing={2} sx={{ minHeight: 480, height: '100%' }}>
        <FilterBar filters={filters} values={list.filters} onChange={(given) => change({ filters: given })} />
        {query.isError && !query.data ? (
          <ErrorState title={t('cameras:failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            name="cameraManager"
            label={t('cameras:manager.title')}
            userId={self?.id ?? 0}
            rows={rows}
            total={query.data?.totalElements ?? 0}
            rowId={rowId}
            columns={columns}
            actions={actions}
            state={list}
            onState={change}
            busy={query.isPlaceholderData}
          />
        )}
      </Stack>
      {form && <CameraForm id={form.id} areaId={area?.areaId ?? null} onClose={() => setForm(null)} />}
      {atClouds && <CloudDialog onClose={() => setAtClouds(false)} />}
      {moving && <TransferDialog cameras={moving} onClose={() => setMoving(null)} />}
    </Page>
  )
}
