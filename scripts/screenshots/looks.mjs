/** The terminals of the pictures: background, text colour, and the sixteen colours by number, the bright ones last. */
export const LOOKS = {
  dark: {
    ground: '#16181d',
    ink: '#d6d9e0',
    colours: [
      ...['#3b4048', '#ef6b73', '#8ccf7e', '#e5c76b', '#67b0e8', '#c47fd5', '#6cbfbf', '#b3b9b8'],
      ...['#5c6370', '#f2777f', '#a5dd99', '#ecd792', '#8cc5ee', '#d595e6', '#93d2d2', '#ffffff'],
    ],
  },
  // One Light.
  light: {
    ground: '#fafafa',
    ink: '#383a42',
    colours: [
      ...['#383a42', '#e45649', '#50a14f', '#c18401', '#4078f2', '#a626a4', '#0184bc', '#a0a1a7'],
      ...['#4f525e', '#e45649', '#50a14f', '#c18401', '#4078f2', '#a626a4', '#0184bc', '#ffffff'],
    ],
  },
};
