import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_PAGE_SIZE, CAMERA_STATES, CAMERA_TYPES, cameraCalls } from '#contract/cameras/camera'
import { CAMERAS_CREATE } from '#contract/cameras/permission'
import { useCall } from '#src/api/useCall.ts'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { CameraCard } from './CameraCard.tsx'
import { CameraForm } from './form/CameraForm.tsx'

const FILTERS = ['name', 'type', 'state'] as const
const SIZES = [CAMERA_PAGE_SIZE, 50, 100] as const
const FIRST_LOAD_MS = 500

/** The cameras of the selected base. */
export default function CamerasPage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('cameras:title')}>{(area) => <Cameras key={area.areaId} areaId={area.areaId} areaName={area.areaName} />}</BaseGate>
  )
}

function Cameras({ areaId, areaName }: { areaId: number; areaName: string }) {
  const { t } = useTranslation()
  const mayAdd = usePermission(CAMERAS_CREATE) === true
  const [adding, setAdding] = useState(false)
  const [list, change] = useListState(FILTERS, undefined, CAMERA_PAGE_SIZE)
  const size = SIZES.find((offered) => offered === list.size) ?? CAMERA_PAGE_SIZE
  const { name, type } = list.filters
  const isReady = useFirstLoad()
  const state = CAMERA_STATES.find((one) => one === list.filters['state'])
  const query = useCall(
    cameraCalls.page,
    {
      query: {
        page: list.page,
        size,
        areaId,
        ...(name ? { name: name.slice(0, 60) } : {}),
        ...(type ? { cameraType: Number(type) } : {}),
        ...(state ? { state } : {}),
      },
    },
    { enabled: isReady, placeholderData: keepPreviousData },
  )
  const shown = query.data?.content
  const total = query.data?.totalElements ?? -1
  const filters = useMemo(
    () => [
      { name: 'name', label: t('cameras:find') },
      {
        name: 'type',
        label: t('cameras:fact.type'),
        options: Object.values(CAMERA_TYPES).map((value) => ({ value: String(value), label: t(`cameras:type.${value}`) })),
      },
      {
        name: 'state',
        label: t('cameras:state.label'),
        options: CAMERA_STATES.map((value) => ({ value, label: t(`cameras:state.filter.${value}`) })),
      },
    ],
    [t],
  )
  const add = mayAdd && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
      {t('cameras:add')}
    </Button>
  )
  const isFiltered = Object.keys(list.filters).length > 0
  const isEmpty = total === 0 && !isFiltered
  return (
    <Page title={t('cameras:title')} lead={t('cameras:lead', { area: areaName })} actions={!isEmpty && add}>
      <Stack sx={{ gap: 2 }}>
        {!isEmpty && <FilterBar filters={filters} values={list.filters} onChange={(given) => change({ filters: given })} rows={1} />}
        {query.isError && !query.data ? (
          <ErrorState title={t('cameras:failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : isEmpty ? (
          <EmptyState variant="noData" title={t('cameras:none')} text={t('cameras:noneText')} action={add} />
        ) : shown?.length === 0 ? (
          <EmptyState
            variant="pageNoSearch"
            action={
              <Button variant="outlined" onClick={() => change({ filters: {} })}>
                {t('crud:clearFilters')}
              </Button>
            }
          />
        ) : (
          <>
            <Box
              component="ul"
              aria-label={t('cameras:title')}
              sx={{
                m: 0,
                p: 0,
                listStyle: 'none',
                display: 'grid',
                gap: 2,
                gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
              }}
            >
              {shown?.map((one) => <CameraCard key={one.id} camera={one} />) ??
                Array.from({ length: 4 }, (_, at) => <Skeleton key={at} component="li" variant="rounded" height={260} />)}
            </Box>
            <Pager total={total} paging={{ page: list.page, size }} sizes={SIZES} onPaging={(next) => change(next)} />
          </>
        )}
      </Stack>
      {adding && <CameraForm id={null} areaId={areaId} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function useFirstLoad(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return ready
}
