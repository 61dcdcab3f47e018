import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useState } from 'react'
import { boot } from '#src/api/boot.ts'
import { type Language, LANGUAGES, nameOfLanguage, storeLanguage } from '#src/i18n/language.ts'
import { FieldPicture } from './FieldPicture.tsx'
import { MoonIcon, SunIcon } from './icons.tsx'
import { fill, loadWords, type PublicWords } from './words.ts'

/** LOGIN-14: the title's font is 50 px at a window 1920 px wide, and scales with it; a phone keeps it readable. */
const TITLE_SIZE = `clamp(24px, ${(50 / 1920) * 100}vw, 96px)`

export interface PublicPageProps {
  readonly language: Language
  readonly words: PublicWords
  readonly titleOf: (words: PublicWords) => string
  readonly children: (words: PublicWords) => ReactNode
}

/** A page before anyone is known: how the tenant introduces itself, a form, and a language switch. */
export function PublicPage({ language: first, words: firstWords, titleOf, children }: PublicPageProps) {
  const [{ language, words: all }, setSpoken] = useState({ language: first, words: firstWords })
  const words = all.login
  const { mode, systemMode, setMode } = useColorScheme()
  const dark = (mode === 'system' ? systemMode : mode) === 'dark'
  const { loginTitle, loginLogo, titleLoginLogo, copyright } = boot.deployment
  const title = loginTitle ?? words.product
  useEffect(() => {
    document.documentElement.lang = language
    document.title = `${titleOf(all)} · ${title}`
  }, [language, all, title, titleOf])
  const speak = async (next: Language) => {
    const nextWords = await loadWords(next).catch(() => null)
    // Words that could not be fetched leave the page as it is: another click tries again.
    if (nextWords == null) return
    storeLanguage(next)
    setSpoken({ language: next, words: nextWords })
  }
  const other = LANGUAGES.find((one) => one !== language) ?? LANGUAGES[0]
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1.25fr) minmax(420px, 1fr)' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="header"
        sx={{
          position: 'relative',
          overflow: 'hidden',
          minHeight: { xs: 168, md: 'auto' },
          display: 'flex',
          flexDirection: 'column',
          justifyContent: { xs: 'flex-end', md: 'center' },
          color: 'common.white',
          p: { xs: 3, md: 'clamp(40px, 6vw, 120px)' },
        }}
      >
        <FieldPicture />
        <Box sx={{ position: 'relative' }}>
          <Box
            component="img"
            src={loginLogo ?? '/favicon.svg'}
            alt=""
            sx={{ height: { xs: 36, md: 56 }, maxWidth: 240, mb: { xs: 1, md: 3 }, display: 'block' }}
          />
          <Typography
            component="h1"
            sx={{
              fontSize: TITLE_SIZE,
              fontWeight: 750,
              lineHeight: 1.15,
              letterSpacing: '-0.01em',
              maxWidth: '12em',
              textWrap: 'balance',
              // A name is broken between its words, in Chinese too; one that is a single long word wherever it must.
              wordBreak: 'keep-all',
              overflowWrap: 'anywhere',
            }}
          >
            {titleLoginLogo == null ? (
              title
            ) : (
              <Box
                component="img"
                src={titleLoginLogo}
                alt={title}
                sx={{ display: 'block', height: '1.6em', maxWidth: 1, objectFit: 'contain', objectPosition: 'left' }}
              />
            )}
          </Typography>
          <Typography sx={{ mt: 1, fontSize: { xs: '1rem', md: 'clamp(16px, 1.15vw, 24px)' }, opacity: 0.92 }}>{words.lead}</Typography>
        </Box>
      </Box>
      <Box component="main" sx={{ display: 'flex', flexDirection: 'column', px: { xs: 3, sm: 6 }, py: 2, minHeight: 0 }}>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
          <Button
            color="inherit"
            size="small"
            lang={other}
            onClick={() => void speak(other)}
            aria-label={fill(words.language, { name: nameOfLanguage(other) })}
          >
            {nameOfLanguage(other)}
          </Button>
          <IconButton
            size="small"
            onClick={() => setMode(dark ? 'light' : 'dark')}
            aria-label={dark ? words.scheme.light : words.scheme.dark}
            title={dark ? words.scheme.light : words.scheme.dark}
          >
            {dark ? <SunIcon /> : <MoonIcon />}
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: { xs: 'flex-start', md: 'center' }, py: 3 }}>
          <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>{children(all)}</Box>
        </Box>
        <Typography component="p" variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
          {copyright ?? words.copyright}
        </Typography>
      </Box>
    </Box>
  )
}
