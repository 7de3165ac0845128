// Written by scripts/art/buildSprite.ts; change scripts/art/scenes/gwangan.svg.
export function Gwangan() {
  return (
    <>
      <path d="M-1200-500H1600V300H-1200z" fill="var(--art-sky)" />
      <path d="M-1200 136H1600V196H-1200z" fill="var(--art-sky2)" />
      <g transform="translate(200 30) scale(1.2)" display="var(--art-day)">
        <circle cy="72" r="24" fill="var(--art-sun)" />
      </g>
      <g transform="translate(560 30)" display="var(--art-day)">
        <path
          d="M440 40h56a8 8 0 0 0 0-16h-8a16 16 0 0 0-32 0h-16a8 8 0 0 0 0 16zM-160 50h56a8 8 0 0 0 0-16h-8a16 16 0 0 0-32 0h-16a8 8 0 0 0 0 16z"
          fill="var(--art-foam)"
        />
      </g>
      <g transform="translate(200)" display="var(--art-evening)">
        <circle cy="160" r="40" fill="var(--art-sun)" />
      </g>
      <g transform="translate(300)" display="var(--art-night)">
        <path
          d="M72 48h2v2h-2zM120 84h2v2h-2zM196 36h2v2h-2zM236 72h2v2h-2zM360 100h2v2h-2zM40 112h2v2h-2zM20 30h2v2h-2zM392 40h2v2h-2zM-60 60h2v2h-2zM-140 110h2v2h-2zM-220 40h2v2h-2zM470 70h2v2h-2zM540 30h2v2h-2zM620 100h2v2h-2zM160-40h2v2h-2zM60-90h2v2h-2zM260-70h2v2h-2zM330-30h2v2h-2zM120-140h2v2h-2zM230-160h2v2h-2z"
          fill="var(--art-sun)"
        />
      </g>
      <g transform="translate(206 8)" display="var(--art-night)">
        <circle cy="64" r="18" fill="var(--art-sun)" />
        <circle cx="-7" cy="60" r="16" fill="var(--art-sky)" />
      </g>
      <path
        d="M-1200 192V168Q-1140 150-1080 164T-960 158Q-900 132-830 156T-720 162Q-650 140-580 158L-500 168Q-440 150-380 164T-260 158Q-200 132-130 156T-20 162Q30 136 84 152T190 160Q236 140 280 154T400 148Q460 128 520 150T640 150Q720 132 800 156L900 168Q960 150 1020 164T1140 158Q1200 132 1270 156T1380 162Q1490 140 1600 168V192Z"
        fill="var(--art-far)"
      />
      <path d="M-1200 192H1600V792H-1200z" fill="var(--art-sea)" />
      <path d="M-1200 248H1600V848H-1200z" fill="var(--art-sea2)" />
      <g transform="translate(200)" display="var(--art-day)">
        <path
          d="M-13 202h26M-20 212h40M-11 224h22M-6 238h12"
          stroke="var(--art-refl)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <g transform="translate(206)" display="var(--art-night)">
        <path
          d="M-13 202h26M-20 212h40M-11 224h22M-6 238h12"
          stroke="var(--art-refl)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <g transform="translate(200)" display="var(--art-evening)">
        <path
          d="M-13 202h26M-20 212h40M-11 224h22M-6 238h12"
          stroke="var(--art-refl)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <path
        d="M41 217h22M151 209h14M97 233h26M215 227h18M21 265h18M251 259h26M141 277h22M351 273h18M-59 223h22M-149 253h28M-239 217h18M461 229h24M541 259h28M621 221h20M701 245h24M61 313h28M201 323h22M321 311h26M-340 238h24M-520 226h26M-660 254h20M-800 232h28M860 230h26M1010 252h22M1180 226h28"
        stroke="var(--art-foam)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M-60 120h28v72h-28zM462 112h30v80h-30z" fill="var(--art-town2)" />
      <path
        d="M-49.3 128h4.7v3h-4.7zM-42.7 128h4.7v3h-4.7zM-56 138h4.7v3h-4.7zM-42.7 138h4.7v3h-4.7zM-56 148h4.7v3h-4.7zM-49.3 148h4.7v3h-4.7zM-49.3 158h4.7v3h-4.7zM-42.7 158h4.7v3h-4.7zM-56 168h4.7v3h-4.7zM-42.7 168h4.7v3h-4.7zM-56 178h4.7v3h-4.7zM-49.3 178h4.7v3h-4.7z"
        fill="var(--art-win)"
        display="var(--art-night)"
      />
      <path d="M-24 104h24v88h-24zM430 92h26v100h-26zM500 128h24v64h-24z" fill="var(--art-town)" />
      <g stroke="var(--art-win)" strokeDasharray="3 7" display="var(--art-light)">
        <path d="M-46 128v53" strokeWidth="20" />
        <path d="M477 120v63" strokeWidth="22" />
        <path d="M-12 112v63M512 136v43" strokeWidth="16" />
        <path d="M443 100v83" strokeWidth="18" />
      </g>
      <path
        d="M-14.7 112h3.3v3h-3.3zM-9.3 112h3.3v3h-3.3zM-20 122h3.3v3h-3.3zM-9.3 122h3.3v3h-3.3zM-20 132h3.3v3h-3.3zM-14.7 132h3.3v3h-3.3zM-14.7 142h3.3v3h-3.3zM-9.3 142h3.3v3h-3.3zM-20 152h3.3v3h-3.3zM-9.3 152h3.3v3h-3.3zM-20 162h3.3v3h-3.3zM-14.7 162h3.3v3h-3.3zM-14.7 172h3.3v3h-3.3zM-9.3 172h3.3v3h-3.3zM434 100h4v3h-4zM446 100h4v3h-4zM434 110h4v3h-4zM440 110h4v3h-4zM440 120h4v3h-4zM446 120h4v3h-4zM434 130h4v3h-4zM446 130h4v3h-4zM434 140h4v3h-4zM440 140h4v3h-4zM440 150h4v3h-4zM446 150h4v3h-4zM434 160h4v3h-4zM446 160h4v3h-4zM434 170h4v3h-4zM440 170h4v3h-4zM440 180h4v3h-4zM446 180h4v3h-4zM473.3 120h5.3v3h-5.3zM480.7 120h5.3v3h-5.3zM466 130h5.3v3h-5.3zM480.7 130h5.3v3h-5.3zM466 140h5.3v3h-5.3zM473.3 140h5.3v3h-5.3zM473.3 150h5.3v3h-5.3zM480.7 150h5.3v3h-5.3zM466 160h5.3v3h-5.3zM480.7 160h5.3v3h-5.3zM466 170h5.3v3h-5.3zM473.3 170h5.3v3h-5.3zM473.3 180h5.3v3h-5.3zM480.7 180h5.3v3h-5.3zM504 136h3.3v3h-3.3zM509.3 136h3.3v3h-3.3zM509.3 146h3.3v3h-3.3zM514.7 146h3.3v3h-3.3zM504 156h3.3v3h-3.3zM514.7 156h3.3v3h-3.3zM504 166h3.3v3h-3.3zM509.3 166h3.3v3h-3.3zM509.3 176h3.3v3h-3.3zM514.7 176h3.3v3h-3.3z"
        fill="var(--art-win)"
        display="var(--art-night)"
      />
      <path d="M-1200 194H60M368 194H1600" stroke="var(--art-steel)" strokeWidth="36" strokeDasharray="8 64" />
      <path
        d="M128 76Q200 236 272 76M16 168Q72 150 128 76M272 76Q328 150 384 168"
        fill="none"
        stroke="var(--art-cable)"
        strokeWidth="2.5"
      />
      <path
        d="M137.6 95.9V168M147.2 113V168M156.8 127.2V168M166.4 138.6V168M176 147.1V168M185.6 152.8V168M195.2 155.6V168M204.8 155.6V168M214.4 152.8V168M224 147.1V168M233.6 138.6V168M243.2 127.2V168M252.8 113V168M262.4 95.9V168M27.2 163.8V168M372.8 163.8V168M38.4 158.6V168M361.6 158.6V168M49.6 152.2V168M350.4 152.2V168M60.8 144.6V168M339.2 144.6V168M72 136V168M328 136V168M83.2 126.2V168M316.8 126.2V168M94.4 115.4V168M305.6 115.4V168M105.6 103.4V168M294.4 103.4V168M116.8 90.2V168M283.2 90.2V168"
        fill="none"
        stroke="var(--art-cable)"
        strokeWidth="1"
      />
      <path
        d="M119 212L122 70h4L126 212zM137 212L134 70h-4L130 212zM263 212L266 70h4L270 212zM281 212L278 70h-4L274 212z"
        fill="var(--art-steel)"
      />
      <path
        d="M120 96h16v4h-16zM120 128h16v4h-16zM114 208h28v8h-28zM264 96h16v4h-16zM264 128h16v4h-16zM258 208h28v8h-28zM-1200 168H1600v4H-1200zM-1200 177H1600v4H-1200z"
        fill="var(--art-steel)"
      />
      <path d="M-1220 174.5H1600" stroke="var(--art-steel)" strokeWidth="5" strokeDasharray="2 22" />
      <path
        d="M264 96h16v4h-16zM264 128h16v4h-16zM259 208h26a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-26a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM-500 168h1400v4h-1400zM-500 177h1400v4h-1400zM-500 172h2v5h-2zM-476 172h2v5h-2zM-452 172h2v5h-2zM-428 172h2v5h-2zM-404 172h2v5h-2zM-380 172h2v5h-2zM-356 172h2v5h-2zM-332 172h2v5h-2zM-308 172h2v5h-2zM-284 172h2v5h-2zM-260 172h2v5h-2zM-236 172h2v5h-2zM-212 172h2v5h-2zM-188 172h2v5h-2zM-164 172h2v5h-2zM-140 172h2v5h-2zM-116 172h2v5h-2zM-92 172h2v5h-2zM-68 172h2v5h-2zM-44 172h2v5h-2zM-20 172h2v5h-2zM4 172h2v5h-2zM28 172h2v5h-2zM52 172h2v5h-2zM76 172h2v5h-2zM100 172h2v5h-2zM124 172h2v5h-2zM148 172h2v5h-2zM172 172h2v5h-2zM196 172h2v5h-2zM220 172h2v5h-2zM244 172h2v5h-2zM268 172h2v5h-2zM292 172h2v5h-2zM316 172h2v5h-2zM340 172h2v5h-2zM364 172h2v5h-2zM388 172h2v5h-2zM412 172h2v5h-2zM436 172h2v5h-2zM460 172h2v5h-2zM484 172h2v5h-2zM508 172h2v5h-2zM532 172h2v5h-2zM556 172h2v5h-2zM580 172h2v5h-2zM604 172h2v5h-2zM628 172h2v5h-2zM652 172h2v5h-2zM676 172h2v5h-2zM700 172h2v5h-2zM724 172h2v5h-2zM748 172h2v5h-2zM772 172h2v5h-2zM796 172h2v5h-2zM820 172h2v5h-2zM844 172h2v5h-2zM868 172h2v5h-2zM892 172h2v5h-2zM916 172h2v5h-2z"
        fill="var(--art-steel)"
      />
      <path
        d="M-1214.5 166.5H1600"
        stroke="var(--art-yellow)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0 36"
        display="var(--art-night)"
      />
    </>
  )
}
