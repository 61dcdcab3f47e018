import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import { styled, useTheme } from '@mui/material/styles'
import { type FocusEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asWordKey } from '#src/i18n/i18n.ts'
import { RAIL_WIDTH } from '#src/theme/theme.ts'
import { GroupIcon } from './GroupIcon.tsx'
import type { MenuGroup } from './menu.ts'
import { MenuGround } from './MenuGround.tsx'
import { MenuLinks } from './MenuLinks.tsx'

/** A pointer on its way from a group to its pages may leave both for this long. */
const LINGER_MS = 180

const Group = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  width: '100%',
  minHeight: 56,
  padding: theme.spacing(1, 0.25),
  flexDirection: 'column',
  gap: theme.spacing(0.5),
  ...theme.typography.caption,
  lineHeight: 1.2,
  textAlign: 'center',
  overflowWrap: 'anywhere',
  hyphens: 'auto',
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&.Mui-focusVisible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: -2 },
  '&[aria-current=true]': {
    color: 'var(--menu-chosen)',
    // As bold, and no wider than unchosen: the longest words fit the rail just so.
    WebkitTextStroke: '0.04em currentColor',
    backgroundColor: theme.vars?.palette.action.selected,
  },
  '&[data-style=crosswise]': {
    flexDirection: 'row',
    justifyContent: 'flex-start',
    minHeight: 44,
    padding: theme.spacing(1, 1.5),
    textAlign: 'left',
  },
  '&[data-style=card]': {
    width: `calc(100% - ${theme.spacing(1)})`,
    margin: theme.spacing(0.5),
    padding: theme.spacing(1, 0.25),
    borderRadius: theme.shape.borderRadius,
    border: `1px solid ${theme.vars?.palette.divider}`,
  },
  '&[data-style=arrow][aria-current=true]::after': {
    content: '""',
    position: 'absolute',
    right: 0,
    top: 'calc(50% - 6px)',
    border: '6px solid transparent',
    borderRightColor: 'var(--menu-chosen)',
    borderLeft: 0,
  },
}))

interface Given {
  readonly groups: readonly MenuGroup[]
  /** The group that is marked. */
  readonly current: string | null
  /** Shows a group's pages in the column beside; without it they float over the page while the group is pointed at or focused. */
  readonly onPick?: (group: string) => void
}

/** The first column: the groups of the module. */
export function GroupRail({ groups, current, onPick }: Given) {
  const { t } = useTranslation()
  const { subfieldStyle } = useTheme().frame
  const [floating, setFloating] = useState<{ group: MenuGroup; anchor: HTMLElement } | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pages = useRef<HTMLDivElement>(null)
  const stay = () => clearTimeout(leaving.current)
  const close = () => {
    stay()
    setFloating(null)
  }
  const floats = onPick == null
  return (
    <Box
      sx={{
        width: subfieldStyle === 'crosswise' ? RAIL_WIDTH * 2 : RAIL_WIDTH,
        flexShrink: 0,
        overflowY: 'auto',
        overflowX: 'hidden',
        py: 0.5,
      }}
      {...(floats && {
        onMouseEnter: stay,
        onMouseLeave: () => {
          leaving.current = setTimeout(close, LINGER_MS)
        },
        onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
        },
        onKeyDown: ({ key }: { key: string }) => {
          if (key !== 'Escape' || floating == null) return
          floating.anchor.focus()
          close()
        },
      })}
    >
      {groups.map((group) => {
        const name = t(asWordKey(`frame:menu.group.${group.group}`))
        return (
          <Group
            key={group.group}
            data-style={subfieldStyle}
            aria-current={group.group === current}
            {...(floats
              ? {
                  'aria-haspopup': 'true' as const,
                  'aria-expanded': floating?.group.group === group.group,
                  onMouseEnter: ({ currentTarget }) => setFloating({ group, anchor: currentTarget }),
                  onClick: ({ currentTarget }) => {
                    setFloating({ group, anchor: currentTarget })
                    // Chosen by keyboard or touch, the pages take the focus.
                    requestAnimationFrame(() => pages.current?.querySelector('a')?.focus())
                  },
                }
              : { onClick: () => onPick(group.group) })}
          >
            <GroupIcon group={group.group} />
            <span>{name}</span>
          </Group>
        )
      })}
      {floating != null && (
        <Popper
          open
          disablePortal
          anchorEl={floating.anchor}
          placement="right-start"
          popperOptions={{ strategy: 'fixed' }}
          sx={{ zIndex: (theme) => theme.zIndex.drawer }}
        >
          <Paper elevation={8} ref={pages}>
            <MenuGround sx={{ width: 244, maxHeight: '80vh', overflowY: 'auto', py: 1, borderRadius: 1 }}>
              <MenuLinks groups={[floating.group]} onGo={close} />
            </MenuGround>
          </Paper>
        </Popper>
      )}
    </Box>
  )
}
