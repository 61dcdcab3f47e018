import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Search from '@mui/icons-material/Search'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deviceCalls } from '#contract/devices/device'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useSession } from '#src/session/session.ts'
import { useSearch } from '#src/ui/useSearch.ts'
import { useArea } from '#src/session/useArea.ts'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { PALETTE_WIDTH } from '#src/theme/theme.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import type { ModuleMenu } from '../menu/menu.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { useGoToDevice } from '../useGoToDevice.ts'
import { rank } from './rank.ts'

// A combobox whose options carry an icon and two texts: no select, datalist or fieldset can be that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

/** How many of a kind are shown, and how many of those that the server finds are put in order here. */
const SHOWN = 8
const FOUND = 30

interface Found {
  readonly key: string
  readonly kind: 'pages' | 'bases' | 'devices'
  readonly name: string
  readonly more: string
  readonly icon: ReactNode
  readonly go: () => void
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minHeight: 40,
  padding: theme.spacing(0.5, 2),
  cursor: 'pointer',
  '&[aria-selected=true]': { backgroundColor: theme.vars?.palette.action.selected },
}))

/** Finds every page, base and device that the person may open, by some letters of its name; by keyboard alone if wanted. */
export function Palette({ open, onClose, menus }: { open: boolean; onClose: () => void; menus: readonly ModuleMenu[] }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('frame:palette.title'),
          sx: { width: PALETTE_WIDTH, maxWidth: 'calc(100vw - 24px)', mt: '10vh', mx: 1.5 },
        },
      }}
    >
      <Finder onClose={onClose} menus={menus} />
    </Dialog>
  )
}

function Finder({ onClose, menus }: { onClose: () => void; menus: readonly ModuleMenu[] }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const { select } = useArea()
  const navigate = useNavigate()
  const goToDevice = useGoToDevice()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const query = useDeferredValue(typed)
  const blank = query.trim() === ''
  const find = useSearch(typed)
  const asked = { params: { t: tenantId }, query: { size: FOUND, ...(find === '' ? {} : { find }) } }
  const options = { enabled: tenantId >= 0, staleTime: 60_000, placeholderData: keepPreviousData }
  const foundBases = useCall(areaCalls.page, asked, options)
  const foundDevices = useCall(deviceCalls.tenantAll, asked, { ...options, enabled: options.enabled && find !== '' })
  const bases = foundBases.data?.content ?? []
  const devices = foundDevices.data?.content ?? []
  const asking = find !== typed.trim() || foundBases.isFetching || foundDevices.isFetching

  const pages = menus.flatMap(({ module, groups }) =>
    groups.flatMap(({ group, items }) =>
      items.map(({ path, title }): Found => ({
        key: path,
        kind: 'pages',
        name: t(asWordKey(title)),
        more: `${t(`frame:module.${module}`)} / ${t(asWordKey(`frame:menu.group.${group}`))}`,
        icon: <MenuIcon path={path} />,
        go: () => void navigate(path),
      })),
    ),
  )
  const found: readonly Found[] = [
    ...rank(query, pages, ({ name, more, key }) => `${name} ${more} ${key}`, SHOWN),
    ...rank(
      query,
      bases,
      ({ areaName, areaNum, areaAddress }) => `${areaName} ${areaNum ?? ''} ${areaAddress ?? ''}`,
      blank ? 3 : SHOWN,
    ).map(({ areaId, areaName, areaAddress }): Found => ({
      key: `base ${areaId}`,
      kind: 'bases',
      name: areaName,
      more: areaAddress ?? '',
      icon: <PlaceOutlined fontSize="small" aria-hidden />,
      go: () => {
        select(areaId)
        void navigate(HOME_PATH)
      },
    })),
    ...(blank ? [] : rank(query, devices, ({ name, eui }) => `${name} ${eui}`, SHOWN)).map((device): Found => ({
      key: `device ${device.id}`,
      kind: 'devices',
      name: device.name,
      more: device.eui,
      icon: <SensorsOutlined fontSize="small" aria-hidden />,
      go: () => goToDevice(device),
    })),
  ]
  const at = Math.min(chosen, found.length - 1)
  const choose = (one: Found | undefined) => {
    if (one == null) return
    onClose()
    one.go()
  }
  const move = (to: number) => {
    const next = (to + found.length) % found.length
    setChosen(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter of an input method chooses its word, not ours.
    if (found.length === 0 || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') choose(found[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, height: 56, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        <Search color="action" />
        <InputBase
          // It was opened to type in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          fullWidth
          value={typed}
          placeholder={t('frame:palette.placeholder')}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
          inputProps={{
            role: 'combobox',
            'aria-label': t('frame:palette.placeholder'),
            'aria-expanded': found.length > 0,
            'aria-controls': `${id}list`,
            'aria-autocomplete': 'list',
            ...(at >= 0 ? { 'aria-activedescendant': `${id}${at}` } : {}),
          }}
        />
      </Box>
      {found.length === 0 && asking && <SkeletonList rows={3} height={40} />}
      {found.length === 0 && !asking && <EmptyState compact variant="pageNoSearch" />}
      <Box
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={t('frame:palette.title')}
        sx={{ overflowY: 'auto', maxHeight: '56vh', py: found.length > 0 ? 1 : 0 }}
      >
        {(['pages', 'bases', 'devices'] as const).map((kind) => {
          const ofKind = found.flatMap((one, place) => (one.kind === kind ? [{ one, place }] : []))
          return (
            ofKind.length > 0 && (
              <div key={kind} role="group" aria-labelledby={`${id}${kind}`}>
                <Typography id={`${id}${kind}`} variant="caption" component="div" sx={{ px: 2, pt: 1, color: 'text.secondary' }}>
                  {t(`frame:palette.${kind}`)}
                </Typography>
                {ofKind.map(({ one, place }) => (
                  // The input holds the focus and its keys; the lines are for the pointer.
                  <Line
                    key={one.key}
                    id={`${id}${place}`}
                    role="option"
                    aria-selected={place === at}
                    onMouseMove={() => setChosen(place)}
                    onClick={() => choose(one)}
                  >
                    {one.icon}
                    <Typography variant="body2" noWrap sx={{ flexShrink: 0, maxWidth: '70%' }}>
                      {one.name}
                    </Typography>
                    <Typography variant="caption" noWrap sx={{ color: 'text.secondary', ml: 'auto', pl: 2 }}>
                      {one.more}
                    </Typography>
                  </Line>
                ))}
              </div>
            )
          )
        })}
      </Box>
      <Typography
        variant="caption"
        sx={{ color: 'text.secondary', px: 2, py: 1, borderTop: 1, borderColor: 'divider', display: { xs: 'none', sm: 'block' } }}
      >
        {t('frame:palette.hint')}
      </Typography>
    </>
  )
}
