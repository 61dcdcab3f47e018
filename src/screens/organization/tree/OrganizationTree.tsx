import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useCallback, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '#contract/core/alike'
import { ORGANIZATION_DELETE, ORGANIZATION_EDIT } from '#contract/organization/unit'
import { usePermission } from '#src/session/usePermission.ts'
import { Tree } from '#src/ui/Tree.tsx'
import { type Branches, isCalled, keyOfUnit, type Node, rowsOf, UNPLACED } from './branches.ts'
import { mayLeave, mayPut } from './mayMove.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { NodeLine } from './NodeLine.tsx'
import { NodePanel } from './NodePanel.tsx'
import { StaffForm } from './StaffForm.tsx'
import { UnitForm, type UnitWork } from './UnitForm.tsx'
import { useTreeActs } from './useTreeActs.ts'

/** Levels that are open until somebody closes them. */
const OPEN_LEVELS = 2
const NOTHING: ReadonlySet<string> = new Set()

/** The tree on one side, what is chosen in it on the other. */
export function OrganizationTree({ branches }: { branches: Branches }) {
  const { t } = useTranslation()
  const hintId = useId()
  const mayEdit = usePermission(ORGANIZATION_EDIT) === true
  const mayDelete = usePermission(ORGANIZATION_DELETE) === true
  const acts = useTreeActs(branches)
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [allOpen, setAllOpen] = useState<boolean | null>(null)
  const [active, setActive] = useState<string>(branches.roots[0] ?? UNPLACED)
  const [marked, setMarked] = useState(NOTHING)
  const [cut, setCut] = useState<readonly string[]>([])
  const [work, setWork] = useState<UnitWork | null>(null)
  const [person, setPerson] = useState<Node | null>(null)
  const [moving, setMoving] = useState<readonly Node[]>([])

  const rows = useMemo(
    () => rowsOf(branches, (key, level) => opened.get(key) ?? allOpen ?? level <= OPEN_LEVELS, search),
    [branches, opened, allOpen, search],
  )
  const found = useMemo(() => {
    return folded(search) === '' ? null : [...branches.nodes.values()].filter((one) => isCalled(one, search)).length
  }, [branches, search])
  const node = branches.nodes.get(active)
  const nodesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => branches.nodes.get(key) ?? [])
  /** What an act on this line means: all that are marked where it is one of them. */
  const meant = (key: string) => nodesOf(marked.has(key) ? marked : [key])
  const nameOf = useCallback(
    (key: string) => {
      const one = branches.nodes.get(key)
      return one === undefined ? '' : one.is === 'unplaced' ? t('organization:unit.unplaced') : one.name
    },
    [branches, t],
  )
  const targetOf = (key: string) => {
    const onto = branches.nodes.get(key)
    return onto?.is === 'unit' ? onto.unit : onto?.is === 'unplaced' ? null : undefined
  }
  const mayDrop = (nodes: readonly Node[], onto: string) => {
    const target = targetOf(onto)
    return target !== undefined && nodes.length > 0 && nodes.every((one) => mayPut(branches, one, target))
  }
  const put = async (nodes: readonly Node[], unitId: number | null) => {
    const isDone = await acts.put(nodes, unitId)
    if (!isDone) return false
    setMarked(NOTHING)
    setCut([])
    if (unitId !== null) setOpened((before) => new Map(before).set(keyOfUnit(unitId), true))
    return true
  }
  const edit = (one: Node) => {
    if (one.is === 'unit') setWork({ unit: one.unit })
    else if (one.is === 'staff') setPerson(one)
  }
  const remove = (one: Node) =>
    void acts.remove(one).then((isDone) => {
      if (isDone) setActive(branches.parentOf(one.key) ?? active)
    })
  const paste = (onto: string) => {
    const nodes = nodesOf(cut)
    if (mayDrop(nodes, onto)) void put(nodes, targetOf(onto)?.unitId ?? null)
  }

  function onKey(event: KeyboardEvent, key: string): boolean {
    const one = branches.nodes.get(key)
    const isCommand = event.ctrlKey || event.metaKey
    if (one === undefined || !mayEdit) return false
    if (isCommand && event.key.toLowerCase() === 'x')
      setCut(
        meant(key)
          .filter(mayLeave)
          .map((cutOne) => cutOne.key),
      )
    else if (isCommand && event.key.toLowerCase() === 'v') paste(key)
    else if (event.key === 'Escape' && (cut.length > 0 || marked.size > 0)) {
      setCut([])
      setMarked(NOTHING)
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      void acts.shift(one, event.key === 'ArrowUp' ? -1 : 1)
    else if (event.key === 'Enter' || event.key === 'F2') edit(one)
    else if (event.key === 'Delete' && mayDelete && one.is === 'unit') remove(one)
    else return false
    return true
  }

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        height: { md: '100%' },
        minHeight: { md: 360 },
        alignItems: { md: 'stretch' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(300px, 2fr)' },
      }}
    >
      <Card sx={{ display: 'flex', flexDirection: 'column', height: { xs: '58vh', md: '100%' }, minHeight: 300 }}>
        <Stack direction="row" sx={{ p: 1.5, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <TextField
            size="small"
            type="search"
            label={t('organization:unit.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            sx={{ flex: '1 1 220px' }}
            slotProps={{
              input: {
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchIcon fontSize="small" aria-hidden />
                  </InputAdornment>
                ),
              },
            }}
          />
          {found === null ? (
            <>
              <Button
                size="small"
                onClick={() => {
                  setOpened(new Map())
                  setAllOpen(true)
                }}
              >
                {t('organization:unit.expandAll')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  setOpened(new Map(branches.roots.map((key) => [key, true])))
                  setAllOpen(false)
                }}
              >
                {t('organization:unit.collapseAll')}
              </Button>
            </>
          ) : (
            <Typography component="output" variant="body2" sx={{ color: 'text.secondary' }}>
              {found === 0 ? t('organization:unit.nothingFound') : t('organization:unit.found', { count: found })}
            </Typography>
          )}
        </Stack>
        {cut.length > 0 && (
          <Stack direction="row" component="output" sx={{ px: 1.5, pb: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Chip
              size="small"
              color="primary"
              variant="outlined"
              label={t('organization:unit.cut', {
                name: nodesOf(cut)
                  .map(({ name }) => name)
                  .join(', '),
              })}
              onDelete={() => setCut([])}
            />
            <Button size="small" disabled={!mayDrop(nodesOf(cut), active)} onClick={() => paste(active)}>
              {t('organization:unit.paste')}
            </Button>
          </Stack>
        )}
        <Tree
          label={t('organization:unit.tree')}
          describedBy={hintId}
          lines={rows}
          active={active}
          onActive={setActive}
          onToggle={(key, open) => setOpened((before) => new Map(before).set(key, open))}
          onKey={onKey}
          marked={marked}
          onMark={(key) => {
            if (branches.nodes.get(key)?.is !== 'staff') return
            setMarked((before) => {
              const next = new Set(before)
              if (!next.delete(key)) next.add(key)
              return next
            })
          }}
          nameOf={nameOf}
          render={(key) => {
            const one = branches.nodes.get(key)
            return one && <NodeLine node={one} branches={branches} isCut={cut.includes(key)} />
          }}
          drag={{
            mayDrag: (key) => mayEdit && branches.nodes.has(key) && mayLeave(branches.nodes.get(key)!),
            mayDrop: (dragged, onto) => mayDrop(meant(dragged), onto),
            onDrop: (dragged, onto) => void put(meant(dragged), targetOf(onto)?.unitId ?? null),
          }}
        />
        <Typography id={hintId} variant="caption" sx={{ px: 1.5, py: 1, color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
          {t('organization:unit.hint')}
        </Typography>
      </Card>
      <Box sx={{ minWidth: 0, overflow: { md: 'auto' } }}>
        {node && (
          <NodePanel
            node={node}
            branches={branches}
            acts={{
              onAdd: (kind) => node.is === 'unit' && setWork({ kind, parent: node.unit }),
              onEdit: () => edit(node),
              onMove: () => setMoving(meant(active)),
              onShift: (step) => void acts.shift(node, step),
              onRemove: () => remove(node),
            }}
          />
        )}
      </Box>
      {work !== null && (
        <UnitForm
          work={work}
          branches={branches}
          onClose={() => setWork(null)}
          onDone={(unit) => {
            setWork(null)
            // Chosen at once: whoever goes on meanwhile is not called back when the tree has come.
            if ('kind' in work) {
              setOpened((before) => new Map(before).set(keyOfUnit(work.parent.unitId), true))
              setActive(keyOfUnit(unit.unitId))
            }
            void acts.refresh()
          }}
        />
      )}
      {person?.is === 'staff' && (
        <StaffForm
          person={person.person}
          branches={branches}
          onClose={() => setPerson(null)}
          onDone={() => {
            setPerson(null)
            void acts.refresh()
          }}
        />
      )}
      {moving.length > 0 && (
        <MoveDialog nodes={moving} branches={branches} onMove={(unitId) => put(moving, unitId)} onClose={() => setMoving([])} />
      )}
    </Box>
  )
}
