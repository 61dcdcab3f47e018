import Box from '@mui/material/Box'

/** Furrows that run to a low sun: drawn as vectors, a kilobyte instead of a photograph. */
export function FieldPicture() {
  return (
    <Box
      component="svg"
      viewBox="0 0 1200 1000"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#08382b" />
          <stop offset="0.6" stopColor="#12704c" />
          <stop offset="1" stopColor="#2fa36d" />
        </linearGradient>
        <linearGradient id="soil" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0f5f41" />
          <stop offset="1" stopColor="#062b20" />
        </linearGradient>
        <radialGradient id="glow" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#ffe29a" stopOpacity="0.75" />
          <stop offset="1" stopColor="#ffe29a" stopOpacity="0" />
        </radialGradient>
        {/* Words stand on the left: the ground behind them stays quiet. */}
        <linearGradient id="calm" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="#04231a" stopOpacity="0.62" />
          <stop offset="0.75" stopColor="#04231a" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="1200" height="1000" fill="url(#sky)" />
      <circle cx="860" cy="560" r="330" fill="url(#glow)" />
      <circle cx="860" cy="560" r="62" fill="#ffd98a" />
      <path d="M0 600C160 548 300 590 470 566s250-46 420-8 220-8 310-22v464H0Z" fill="#0d5a3e" opacity="0.75" />
      <path d="M0 640c220-34 420 12 640-8s380-20 560 0v368H0Z" fill="url(#soil)" />
      <g fill="none" stroke="#7fd6a8" strokeLinecap="round">
        {[-900, -620, -400, -220, -70, 70, 220, 400, 620, 900, 1240].map((end, at) => (
          <path
            key={end}
            d={`M${860 + end * 0.06} 640Q${860 + end * 0.35} 760 ${860 + end * 1.6} 1010`}
            strokeWidth={2.5 + Math.abs(at - 4.5) * 0.5}
            opacity={0.26}
          />
        ))}
      </g>
      <g fill="#cfeedd" opacity="0.9">
        {[
          [700, 690],
          [1010, 720],
          [590, 790],
          [880, 820],
          [1120, 860],
          [420, 900],
        ].map(([x, y]) => (
          <g key={x}>
            <circle cx={x} cy={y} r="5" />
            <circle cx={x} cy={y} r="13" fill="none" stroke="#cfeedd" strokeWidth="1.5" opacity="0.5" />
          </g>
        ))}
      </g>
      <rect width="1200" height="1000" fill="url(#calm)" />
    </Box>
  )
}
