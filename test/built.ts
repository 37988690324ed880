import { needBuild } from './need-build.ts';

// Import this wherever all tests of a file start what the build made.
needBuild();
