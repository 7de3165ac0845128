import type { ReactNode } from 'react'
import { Gwangan } from './gwangan.gen.tsx'
import type { DrawingName } from './drawing.tsx'

const SKY2 = 'var(--art-sky2)'
const FAR = 'var(--art-far)'
const SOFT = 'var(--art-foam)'
const SEA = 'var(--art-sea)'
const SUN = 'var(--art-sun)'
const WHITE = '#fff'

const HILLS =
  'M-500 192V168Q-440 150-380 164T-260 158Q-200 132-130 156T-20 162Q30 136 84 152T190 160Q236 140 280 154T400 148Q460 128 520 150T640 150Q720 132 800 156L900 168V192Z'

const bridge = (
  <>
    <path d="M-60 120h28v72h-28z" fill={SOFT} />
    <path d="M-24 104H0v88h-24z" fill={WHITE} />
    <path d="M-12 112v63" stroke={SOFT} strokeWidth="16" strokeDasharray="3 7" />
    <path d="M-1488 184H60M368 184H1000" stroke={WHITE} strokeWidth="16" strokeDasharray="8 64" />
    <path
      d="M128 76Q200 236 272 76M16 168Q72 150 128 76M272 76Q328 150 384 168"
      fill="none"
      stroke={WHITE}
      strokeWidth="2.5"
    />
    <path
      d="M138 96v72M147 113v55M157 127v41M166 139v29M176 147v21M186 153v15M195 156v12M205 156v12M214 153v15M224 147v21M234 139v29M243 127v41M253 113v55M262 96v72M50 152v16M61 145v23M72 136v32M83 126v42M94 115v53M106 103v65M117 90v78M283 90v78M294 103v65M306 115v53M317 126v42M328 136v32M339 145v23M350 152v16"
      stroke={WHITE}
    />
    <path
      d="M120 192l2-122h4l-1 122zM135 192l-1-122h-4l1 122zM264 192l2-122h4l-1 122zM279 192l-1-122h-4l1 122z"
      fill={WHITE}
    />
    <path d="M120 98h16M120 130h16M264 98h16M264 130h16M-1500 170H1000M-1500 179H1000" stroke={WHITE} strokeWidth="4" />
    <path d="M-1500 174.5H1000" stroke={WHITE} strokeWidth="5" strokeDasharray="2 22" />
  </>
)

const cabin = (x: number, body: string): ReactNode => (
  <g transform={`translate(${x})`}>
    <rect y="84" width="84" height="70" rx="24" fill={body} />
    <rect x="8" y="94" width="68" height="32" rx="14" fill={WHITE} />
    <path d="M40 94h4v32h-4z" fill={body} />
    <path d="M0 132h84v6H0z" fill={WHITE} />
    <circle cx="20" cy="152" r="6" fill={SEA} />
    <circle cx="64" cy="152" r="6" fill={SEA} />
    <circle cx="26" cy="114" r="5" fill={SEA} />
    <path d="M20 126v-4a6 6 0 0 1 12 0v4z" fill={SEA} />
  </g>
)

const capsules = (
  <>
    <path d="M-1515 184H1000" stroke={SOFT} strokeWidth="16" strokeDasharray="10 70" />
    <path d="M-1521 172H1000" stroke={WHITE} strokeWidth="8" strokeDasharray="22 58" />
    <path d="M-1500 164H1000" stroke={WHITE} strokeWidth="8" />
    <path d="M-1500 155.5H1000" stroke={SEA} strokeWidth="3" />
    {cabin(96, SUN)}
    {cabin(228, SOFT)}
  </>
)

const tower = (
  <>
    <path d="M191 192l2-84h14l2 84z" fill={WHITE} />
    <path d="M200 192l1-84h6l2 84zM168 84q32-14 64 0z" fill={SOFT} />
    <path d="M172 84h56l-8 24h-40zM180 64h40v12h-40z" fill={WHITE} />
    <path d="M176 90h48v8h-48zM184 67h32v5h-32z" fill={SOFT} />
    <path d="M198.5 20h3v34h-3z" fill={SEA} />
    <path d="M176 64q24-26 48 0z" fill={SUN} />
    <circle cx="200" cy="20" r="4" fill={SUN} />
  </>
)

const yacht = (
  <>
    <path d="M24 116h26v76H24zM78 128h30v64H78zM336 104h28v88h-28z" fill={SOFT} />
    <path d="M52 92h22v100H52zM310 84h24v108h-24zM-40 130h30v62h-30z" fill={WHITE} />
    <g stroke={SOFT} strokeDasharray="3 7">
      <path d="M63 100v83" strokeWidth="14" />
      <path d="M322 92v83" strokeWidth="16" />
      <path d="M-25 138v43" strokeWidth="22" />
    </g>
    <path d="M206 52v140h-81Q181 134 206 52z" fill={SOFT} />
    <path d="M206 120v72h-75Q148 178 160 160z" fill={SUN} />
    <path d="M216 72q57 56 63 120h-63z" fill={WHITE} />
    <path d="M216 150h58q5 22 5 42h-63z" fill={SOFT} />
    <path d="M209 40h4v152h-4z" fill={SEA} />
    <path d="M213 40h20l-6 6 6 6h-20z" fill={SUN} />
  </>
)

const print = (subject: ReactNode): ReactNode => (
  <>
    <path d="M-1900 136H900v56h-2800z" fill={SKY2} />
    <path d={HILLS} fill={FAR} />
    <path d={HILLS} fill={FAR} transform="translate(-1400)" />
    {subject}
  </>
)

/** Drawings that stand in the markup, so that they are there with the first paint. */
export const DRAWINGS: Readonly<Record<DrawingName, ReactNode>> = {
  gwangan: <Gwangan />,
  '24H': print(bridge),
  '48H': print(capsules),
  Big3: print(tower),
  Big5: print(yacht),
}
