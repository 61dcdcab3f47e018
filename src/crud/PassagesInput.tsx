import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Delete from '@mui/icons-material/DeleteOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import { moved } from '../files/moved.ts'
import { AddButton } from '../ui/AddButton.tsx'
import type { InputProps } from './fieldKinds.tsx'
import { type Passage, PassageFields } from './PassageFields.tsx'

const NONE: readonly Passage[] = []
let nextKey = 1
const keysFor = (count: number) => Array.from({ length: count }, () => nextKey++)

/** Passages of a page, one after another: each opens to be written, and can be put elsewhere by its buttons. */
export default function PassagesInput({ value, field, label, onChange, onBlur, fault, disabled }: InputProps) {
  const { t } = useTranslation()
  const id = useId()
  const passages = (value ?? NONE) as readonly Passage[]
  const most = field.most ?? Infinity
  // A passage keeps its key wherever it stands; others that come in their place are other ones.
  const [keys, setKeys] = useState<readonly number[]>(() => keysFor(passages.length))
  if (keys.length !== passages.length) setKeys(keysFor(passages.length))
  const [open, setOpen] = useState<number | null>(null)
  // A picture arrives later than this paint: it is added to what is there then.
  const now = useRef(passages)
  useEffect(() => {
    now.current = passages
  }, [passages])
  const give = (next: readonly Passage[], nextKeys: readonly number[] = keys) => {
    now.current = next
    setKeys(nextKeys)
    onChange(next)
  }
  const faultsOf = (passage: Passage) => {
    const read = fault === undefined ? undefined : field.passage?.safeParse(passage)
    return read?.error ? fieldFaults(read.error, passage) : {}
  }
  const faults = passages.map(faultsOf)
  const isBeside = faults.some((of) => Object.keys(of).length > 0)
  const nameOf = (at: number) => passages[at]!.name.trim() || t('crud:passages.untitled', { number: at + 1 })
  const move = (from: number, to: number) => give(moved(now.current, from, to), moved(keys, from, to))
  const add = () => {
    const [key] = keysFor(1)
    const blank = {
      name: '',
      imageUrl: null,
      description: null,
      ...(field.passage && 'enName' in field.passage.shape ? { enName: null } : {}),
    }
    give([...now.current, blank], [...keys, key!])
    setOpen(key!)
  }

  return (
    <FormControl component="fieldset" error={fault !== undefined} disabled={disabled} fullWidth sx={{ minWidth: 0, gap: 1 }}>
      <FormLabel component="legend" sx={{ typography: 'body2', mb: 1 }}>
        {label} ({t('media:count', { count: passages.length, max: most })})
      </FormLabel>
      {passages.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          {passages.map((passage, at) => {
            const key = keys[at] ?? -at
            const wrong = Object.keys(faults[at]!).length > 0
            // What is wrong is seen.
            const isOpen = open === key || wrong
            return (
              <Box component="li" key={key} sx={{ borderTop: at > 0 ? 1 : 0, borderColor: 'divider' }}>
                <Stack direction="row" sx={{ alignItems: 'center', pr: 0.5 }}>
                  <Button
                    color={wrong ? 'error' : 'inherit'}
                    aria-expanded={isOpen}
                    aria-controls={`${id}-${key}`}
                    startIcon={<ExpandMore sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />}
                    onClick={() => setOpen(isOpen ? null : key)}
                    sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left', overflowWrap: 'anywhere', px: 1.5 }}
                  >
                    {nameOf(at)}
                  </Button>
                  <IconButton
                    size="small"
                    disabled={disabled || at === 0}
                    aria-label={t('crud:passages.up', { name: nameOf(at) })}
                    onClick={() => move(at, at - 1)}
                  >
                    <ArrowUpward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    disabled={disabled || at === passages.length - 1}
                    aria-label={t('crud:passages.down', { name: nameOf(at) })}
                    onClick={() => move(at, at + 1)}
                  >
                    <ArrowDownward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    disabled={disabled}
                    aria-label={t('crud:passages.remove', { name: nameOf(at) })}
                    onClick={() =>
                      give(
                        now.current.filter((_, other) => other !== at),
                        keys.filter((_, other) => other !== at),
                      )
                    }
                  >
                    <Delete fontSize="small" />
                  </IconButton>
                </Stack>
                <Collapse in={isOpen} unmountOnExit id={`${id}-${key}`}>
                  <PassageFields
                    passage={passage}
                    faults={faults[at]!}
                    disabled={disabled}
                    onBlur={onBlur}
                    onChange={(change) => give(now.current.map((one, other) => (other === at ? { ...one, ...change } : one)))}
                  />
                </Collapse>
              </Box>
            )
          })}
        </Box>
      )}
      <Box>
        <AddButton variant="text" disabled={disabled || passages.length >= most} onClick={add}>
          {t('crud:passages.add')}
        </AddButton>
      </Box>
      <FormHelperText>{fault !== undefined && !isBeside ? fault : ' '}</FormHelperText>
    </FormControl>
  )
}
